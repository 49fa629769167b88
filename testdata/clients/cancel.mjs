// Calls the question tool of the MCP server on its command line, reports the
// first progress, withdraws the call and reports that it ended; then calls again
// and hangs up.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const [command, ...args] = process.argv.slice(2);
const transport = new StdioClientTransport({ command, args, stderr: "inherit" });
const client = new Client({ name: "typescript", version: "0" });
await client.connect(transport);

const withdrawn = new AbortController();
const call = (options) =>
  client.callTool({ name: "ask_user_question", arguments: { questions: [{ question: "Slow?" }] } }, undefined, options);

await call({
  signal: withdrawn.signal,
  onprogress: ({ progress, message }) => {
    console.log("progress", progress, message);
    withdrawn.abort("enough");
  },
}).catch((e) => console.log("withdrawn", String(e.message ?? e)));

call({}).catch(() => {});
await client.listTools(); // the call before it has been read
await client.close();
console.log("closed");
