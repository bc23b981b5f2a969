import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** `lacuna review` as a user starts it, in a process of its own that can be killed and started again at the same address. */
export class ReviewProcess {
  readonly #args: readonly string[];
  #process: ChildProcess | undefined;
  #port = 0;

  constructor(dir: string, options: readonly string[] = []) {
    this.#args = ["review", dir, "--user", "ada", ...options];
  }

  get address(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    const main = join("dist", "cli", "main.js");
    const child = spawn(process.execPath, [main, ...this.#args, "--port", String(this.#port)], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#process = child;
    let said = "";
    for (const stream of [child.stdout!, child.stderr!])
      stream.setEncoding("utf8").on("data", (text: string) => {
        said += text;
      });
    await new Promise<void>((resolve, reject) => {
      child.stdout!.on("data", () => {
        const found = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(said);
        if (found === null) return;
        this.#port = Number(found[1]);
        resolve();
      });
      child.once("exit", (code) => reject(new Error(`lacuna review ended with ${code}: ${said}`)));
    });
  }

  /** Ends it without any warning, as a crash does. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }

  async get<T>(path: string): Promise<T> {
    const response = await fetch(this.address + path);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }
}
