// Withdraws a question that nobody answers and prints what becomes of it. The
// arguments follow `standin serve`.
import { Context } from "@deepseek-ai/cordis";
import UserQuestionService from "@deepseek-ai/dsh-user-questions";
import * as standin from "./lib/standin.js";

const ctx = new Context();
await ctx.plugin(UserQuestionService);
await ctx.plugin(standin, { args: process.argv.slice(2) });

const controller = new AbortController();
setTimeout(() => controller.abort(), 100);
await ctx.userQuestions.ask({ questions: [{ id: "slow", question: "Slow?" }], signal: controller.signal }).catch((e) => console.log(e.code));
process.exit();
