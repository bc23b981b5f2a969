import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Readable, Writable } from "node:stream";

const names = JSON.parse(
  readFileSync(new URL("../../../scripts/browser-names.json", import.meta.url), "utf8"),
) as string[];

/** Where Chrome's installer puts it on systems that do not have it on their PATH. */
const installed: Readonly<Record<string, readonly string[]>> = {
  darwin: ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"],
  win32: ["C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe"],
};

/** The path of an installed Chromium, or of the one that LACUNA_CHROMIUM names. */
export const chromiumPath: string | undefined = [
  ...(process.env.LACUNA_CHROMIUM === undefined ? [] : [process.env.LACUNA_CHROMIUM]),
  ...(process.env.PATH ?? "").split(delimiter).flatMap((folder) => names.map((name) => join(folder, name))),
  ...(installed[process.platform] ?? []),
].find(isProgram);

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A page of a real browser that nobody sees. */
export interface BrowserPage {
  go(url: string): Promise<void>;
  /** Runs an expression in the page, waits for its promise, and brings back its JSON. */
  evaluate<T>(expression: string): Promise<T>;
  /** What the page complained about: errors that nobody caught and what its policy refused. */
  readonly complaints: readonly string[];
  send(method: string, params?: object): Promise<Answer>;
}

/** What the browser answers differs from question to question. */
// biome-ignore lint/suspicious/noExplicitAny: the protocol has hundreds of shapes
type Answer = Record<string, any>;

interface Message {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: Answer;
  readonly result?: Answer;
  readonly error?: { readonly message: string };
}

/** A Chromium without a window, told what to do by the DevTools protocol over a pipe: no port, no client library. */
export class Chromium {
  readonly #process: ChildProcess;
  readonly #profile: string;
  readonly #waiting = new Map<number, { resolve(result: never): void; reject(error: Error): void }>();
  readonly #listeners: ((message: Message) => void)[] = [];
  #sent = 0;

  constructor(path = chromiumPath!) {
    this.#profile = mkdtempSync(join(tmpdir(), "lacuna-chromium-"));
    const flags = [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--no-first-run",
      "--remote-debugging-pipe",
      `--user-data-dir=${this.#profile}`,
    ];
    this.#process = spawn(path, flags, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    let rest = "";
    (this.#process.stdio[4] as Readable).setEncoding("utf8").on("data", (chunk: string) => {
      const messages = (rest + chunk).split("\0");
      rest = messages.pop()!;
      for (const message of messages) this.#receive(JSON.parse(message) as Message);
    });
    this.#process.once("exit", () => {
      for (const { reject } of this.#waiting.values()) reject(new Error("the browser has ended"));
    });
  }

  #receive(message: Message): void {
    const waiting = this.#waiting.get(message.id ?? 0);
    if (waiting === undefined) {
      for (const listener of this.#listeners) listener(message);
      return;
    }
    this.#waiting.delete(message.id!);
    if (message.error === undefined) waiting.resolve(message.result as never);
    else waiting.reject(new Error(message.error.message));
  }

  #send(method: string, params: object, sessionId?: string): Promise<Answer> {
    const id = ++this.#sent;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      (this.#process.stdio[3] as Writable).write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  async page({ width = 1200, height = 900 } = {}): Promise<BrowserPage> {
    const { targetId } = await this.#send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.#send("Target.attachToTarget", { targetId, flatten: true });
    const send = (method: string, params: object = {}) => this.#send(method, params, sessionId);
    const complaints: string[] = [];
    let loaded = () => {};
    this.#listeners.push(({ method, params, sessionId: from }) => {
      if (from !== sessionId) return;
      if (method === "Page.loadEventFired") loaded();
      if (method === "Runtime.exceptionThrown") complaints.push(JSON.stringify(params!.exceptionDetails));
      if (method === "Log.entryAdded") complaints.push(JSON.stringify(params!.entry));
    });
    await Promise.all(["Page.enable", "Runtime.enable", "Log.enable"].map((method) => send(method)));
    await send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
    return {
      complaints,
      send,
      async go(url) {
        const done = new Promise<void>((resolve) => {
          loaded = resolve;
        });
        await send("Page.navigate", { url });
        await done;
      },
      async evaluate(expression) {
        const { result, exceptionDetails } = await send("Runtime.evaluate", {
          expression,
          awaitPromise: true,
          returnByValue: true,
        });
        if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
        return result.value;
      },
    };
  }

  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once("exit", resolve));
    await this.#send("Browser.close", {}).catch(() => undefined);
    await ended;
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
