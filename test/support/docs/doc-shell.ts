import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { lacuna } from "../lacuna-command.ts";
import { shellWords } from "./doc-blocks.ts";

/** The few commands that documentation shows, run in a folder of their own: no shell is needed, on no platform. */
export class DocShell {
  readonly #cwd: string;
  #server: { readonly child: ChildProcess; readonly address: string } | undefined;

  constructor(cwd: string) {
    this.#cwd = cwd;
    mkdirSync(cwd);
  }

  write(name: string, content: string): void {
    writeFileSync(join(this.#cwd, name), content);
  }

  /** Runs a command; what it prints, errors and notes first. */
  async run(command: string): Promise<string> {
    const made = /^printf '(.*)' > (\S+)$/.exec(command);
    if (made !== null) {
      this.write(made[2]!, made[1]!.replaceAll("\\n", "\n").replaceAll("\\t", "\t"));
      return "";
    }
    const piped = /^echo "(.*)" \| lacuna (.*)$/.exec(command);
    if (piped !== null) return this.#lacuna(shellWords(piped[2]!), `${piped[1]}\n`);
    const [program, ...args] = shellWords(command);
    if (program === "lacuna")
      return args.at(-1) === "&" ? this.#serve(args.slice(0, -1)) : this.#lacuna(args);
    if (program === "cat") return readFileSync(join(this.#cwd, args[0]!), "utf8");
    if (program === "node") {
      const { stderr, stdout } = spawnSync(process.execPath, args, { cwd: this.#cwd, encoding: "utf8" });
      return `${stderr}${stdout}`;
    }
    if (program === "curl") return this.#ask(args);
    throw new Error(`a page runs "${command}", which test/support/docs/doc-shell.ts does not know`);
  }

  close(): void {
    this.#server?.child.kill("SIGKILL");
  }

  #lacuna(args: readonly string[], input?: string): string {
    const { stderr, stdout } = lacuna(args, { cwd: this.#cwd, ...(input !== undefined && { input }) });
    return `${stderr}${stdout}`;
  }

  /** Starts a server, on any port that is free in place of the one that the page names. */
  async #serve(args: readonly string[]): Promise<string> {
    const main = resolve("dist", "cli", "main.js");
    const child = spawn(process.execPath, [main, ...args, "--port", "0"], {
      cwd: this.#cwd,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const lines: string[] = [];
    const address = await new Promise<string>((done, fail) => {
      createInterface(child.stdout).on("line", (line) => {
        lines.push(line);
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
        if (found !== undefined) done(found);
      });
      child.once("close", (code) => fail(new Error(`the server ended with ${code}`)));
    });
    this.#server = { child, address };
    return lines.join("\n");
  }

  /** `curl [-s] [-H 'NAME: VALUE'] [-d BODY] URL`, to the server that was started. */
  async #ask(args: readonly string[]): Promise<string> {
    const headers = new Headers();
    let [body, path]: (string | undefined)[] = [];
    for (let i = 0; i < args.length; i++) {
      const word = args[i]!;
      if (word === "-d") body = args[++i];
      else if (word === "-H") headers.set(...(args[++i]!.split(": ") as [string, string]));
      else if (word !== "-s") path = new URL(word).pathname;
    }
    const request = body === undefined ? { headers } : { headers, method: "POST", body };
    const answer = await fetch(new URL(path!, this.#server!.address), request);
    return answer.text();
  }
}
