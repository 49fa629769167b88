// Asks through deepseek-harness's own service and prints what comes back, one
// line each. The arguments follow `standin serve`.
import { Context } from "@deepseek-ai/cordis";
import UserQuestionService from "@deepseek-ai/dsh-user-questions";
import * as standin from "./lib/standin.js";

const ctx = new Context();
await ctx.plugin(UserQuestionService);
const plugin = ctx.plugin(standin, { args: process.argv.slice(2) });
await plugin;

const show = (what, asked) =>
  asked.then(
    (answer) => console.log(what, JSON.stringify(answer)),
    (error) => console.log(what, error.name, error.code, error.message),
  );
const database = { id: "database", question: "Which database should the service use?", options: [{ label: "PostgreSQL (Recommended)" }, { label: "SQLite" }, { label: "MySQL" }] };

await show("answer", ctx.userQuestions.ask({ questions: [database] }));
await show("miss", ctx.userQuestions.ask({ questions: [{ id: "else", question: "What\u2028else?" }] }));
await show("both", ctx.userQuestions.ask({ questions: [database, { id: "else", question: "What else?" }] }));

const many = await Promise.all(Array.from({ length: 50 }, () => ctx.userQuestions.ask({ questions: [database] })));
console.log("parallel", many.filter((a) => a.answers[0].selected[0] === "SQLite").length);

await plugin.dispose?.();
await show("unplugged", ctx.userQuestions.ask({ questions: [database] }));
