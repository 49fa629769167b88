// Drives the MCP server on its command line with the official TypeScript SDK
// client and prints what came of it, one fact a line. The first argument names
// the protocol version to ask for.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const [version, command, ...args] = process.argv.slice(2);
const transport = new StdioClientTransport({ command, args, stderr: "inherit" });
const send = transport.send.bind(transport);
transport.send = (message, options) => {
  if (message.method === "initialize") message.params.protocolVersion = version;
  return send(message, options);
};
const client = new Client({ name: "typescript", version: "0" });
await client.connect(transport);
console.log("protocol", transport._protocolVersion ?? version);

const { tools } = await client.listTools();
for (const tool of tools) {
  console.log("tool", tool.name, JSON.stringify(tool.annotations), JSON.stringify(tool._meta));
}

const ask = (questions, options) =>
  client.callTool({ name: "ask_user_question", arguments: { questions } }, undefined, options);
const database = { id: "database", question: "Which database should the service use?", options: [{ label: "PostgreSQL (Recommended)" }, { label: "SQLite" }, { label: "MySQL" }] };

const answer = await ask([database]);
const text = answer.content[0].text;
console.log("answer", text);
console.log("same", JSON.stringify(answer.structuredContent) === text);

const miss = await ask([{ question: "What else?" }]);
console.log("miss", miss.isError, miss.content[0].text);

const bad = await ask([database, database]);
console.log("bad", bad.isError, bad.content[0].text);

const many = await Promise.all(Array.from({ length: 20 }, () => ask([database])));
console.log("parallel", many.filter((r) => r.content[0].text === text).length);

await client.close();
