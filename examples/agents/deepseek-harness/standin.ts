// A plugin for deepseek-harness that registers standin as the provider of
// ctx.userQuestions. It keeps one `standin serve` running and puts each batch of
// questions to it as one line of JSON. What standin cannot answer becomes a
// UserQuestionError with standin's code, whose message the model gets to read.
import { spawn, type ChildProcess } from "node:child_process";
import type { Context } from "@deepseek-ai/cordis";
import { UserQuestionError } from "@deepseek-ai/dsh-user-questions";
import type { AskUserQuestionAnswer, AskUserQuestionRequest } from "@deepseek-ai/dsh-user-questions";

export interface Config {
  /** The program, found in PATH by default. */
  command?: string;
  /** What follows `standin serve`, for example ["--answers", "/etc/agent/answers.yaml"]. */
  args?: string[];
}

export const name = "standin";
export const inject = ["userQuestions"];

export function apply(ctx: Context, config: Config = {}): void {
  const standin = new Standin(config);
  ctx.userQuestions.registerProvider(standin);
  ctx.effect(() => () => standin.close());
}

interface Waiting {
  resolve(answer: AskUserQuestionAnswer): void;
  reject(error: Error): void;
}

interface Reply {
  id?: number;
  answers?: AskUserQuestionAnswer["answers"];
  error?: { code: string; message: string };
}

/** One running `standin serve`, started with the first question. */
export class Standin {
  private child?: ChildProcess;
  private last = 0;
  private readonly waiting = new Map<number, Waiting>();

  constructor(private readonly config: Config) {}

  ask(request: AskUserQuestionRequest): Promise<AskUserQuestionAnswer> {
    const id = ++this.last;
    return new Promise<AskUserQuestionAnswer>((resolve, reject) => {
      const abort = () => this.send({ abort: id });
      const done = () => {
        this.waiting.delete(id);
        request.signal?.removeEventListener("abort", abort);
      };
      this.waiting.set(id, {
        resolve: (answer) => (done(), resolve(answer)),
        reject: (error) => (done(), reject(error)),
      });
      this.send({ id, questions: request.questions });
      request.signal?.addEventListener("abort", abort);
      if (request.signal?.aborted) abort();
    });
  }

  /** Ends the program; what still waits is answered with an error. */
  close(): void {
    this.child?.stdin?.end();
  }

  private send(line: object): void {
    this.child ??= this.start();
    this.child.stdin?.write(JSON.stringify(line) + "\n");
  }

  private start(): ChildProcess {
    const { command = "standin", args = [] } = this.config;
    const child = spawn(command, ["serve", "--concurrency", "64", ...args], { stdio: ["pipe", "pipe", "inherit"] });
    const ended = (why: string) => {
      if (this.child === child) this.child = undefined;
      for (const w of [...this.waiting.values()]) w.reject(new UserQuestionError(why, "PROVIDER_FAILED"));
    };
    child.on("error", (e) => ended(`standin cannot be run: ${e.message}`));
    child.on("close", (code) => ended(`standin ended with exit code ${code}`));
    child.stdin.on("error", () => {}); // the program has ended, and "close" says so
    let rest = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) this.settle(JSON.parse(line) as Reply);
    });
    return child;
  }

  private settle(reply: Reply): void {
    const w = reply.id === undefined ? undefined : this.waiting.get(reply.id);
    if (reply.answers) w?.resolve({ answers: reply.answers });
    else if (reply.error) w?.reject(new UserQuestionError(reply.error.message, reply.error.code));
  }
}
