import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { demoCorpus } from "../src/demo/index.ts";
import { Tagger } from "../src/tagging/index.ts";
import { lacuna } from "./support/lacuna-command.ts";
import { tinyModel } from "./support/models/tiny-model.ts";
import { quietSession } from "./support/models/tiny-task.ts";
import { needs, testWith } from "./support/needs.ts";

const folder = mkdtempSync(join(tmpdir(), "lacuna-serve-"));
const model = join(folder, "model");
const main = join("dist", "cli", "main.js");

beforeAll(async () => {
  if (!existsSync(main)) throw new Error("dist/ is not built; run `npm test`, or `npm run build` first");
  await tinyModel(model);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

interface Running {
  readonly child: ChildProcess;
  readonly address: string;
  readonly lines: string[];
  readonly ended: Promise<number | null>;
}

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

/** Starts the command and waits until it listens. */
async function serve(args: readonly string[] = [], env: Record<string, string> = {}): Promise<Running> {
  const given = ["serve", "--model", model, "--port", "0", "--threads", "1", ...args];
  const child = spawn(process.execPath, [main, ...given], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
  started.push(child);
  const lines: string[] = [];
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const address = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout!).on("line", (line) => {
      lines.push(line);
      const found = /^listening on (\S+?)[,;]|"listening","address":"([^"]+)"/
        .exec(line)
        ?.slice(1)
        .find(Boolean);
      if (found !== undefined) resolve(found);
    });
    ended.then((code) => reject(new Error(`ended with ${code}`)));
  });
  return { child, address, lines, ended };
}

const tag = (address: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${address}/v1/tag`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

/** What comes back, as far as it is looked at here. */
interface Body {
  readonly results: { readonly entities: { start: number; end: number; label: string }[] }[];
  readonly error: { readonly code: string };
}
const bodyOf = async (answer: Response) => (await answer.json()) as Body;

const texts = demoCorpus({ train: 60, dev: 0, test: 0 }).train.map(({ tokens }) => tokens.join(" "));

describe("lacuna serve", () => {
  testWith(needs.signals, "--json tells where it listens, with which model, and how it ended", async () => {
    const { child, address, lines, ended } = await serve(["--json"]);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        kind: "listening",
        address,
        model: expect.objectContaining({ name: "model", labels: ["LOC", "ORG", "PER", "PRODUCT"] }),
      },
      { kind: "stopping", signal: "SIGTERM" },
      { kind: "stopped", finished: true },
    ]);
  });

  testWith(
    needs.signals,
    "answers many at once as the model itself does, stays awake, and ends with 0 after finishing",
    async () => {
      const { child, address, lines, ended } = await serve();
      expect(lines[0]).toBe('the model "model" finds LOC, ORG, PER, PRODUCT');
      await using tagger = await Tagger.load(model, quietSession);
      const expected = await Promise.all(texts.map(async (text) => (await tagger.tag(text))[0]!));
      const answers = await Promise.all(
        texts.map(async (text) => bodyOf(await tag(address, { texts: [text] }))),
      );
      expect(answers.flatMap(({ results }) => results[0]!.entities).length).toBeGreaterThan(20);
      expect(
        answers.map(({ results }) =>
          results[0]!.entities.map(({ start, end, label }) => [start, end, label]),
        ),
      ).toEqual(expected.map(({ entities }) => entities.map(({ from, to, label }) => [from, to, label])));
      // A request that takes long: the server answers others meanwhile, and finishes it when it is told to stop.
      const long = tag(address, { texts: Array.from({ length: 200 }, () => texts.join(" ").slice(0, 4900)) });
      const began = performance.now();
      expect((await fetch(`${address}/healthz`)).status).toBe(200);
      expect(performance.now() - began).toBeLessThan(2000);
      // It may not have arrived yet.
      await expect
        .poll(async () => (await fetch(`${address}/metrics`)).text(), { interval: 10 })
        .toContain("lacuna_queue_requests 1\n");
      child.kill("SIGTERM");
      await expect
        .poll(() => lines)
        .toContain("stopping: not ready for new clients, finishing what is under way");
      // For a while it still answers, and says that it is about to go.
      const ready = await fetch(`${address}/readyz`);
      expect([ready.status, ready.headers.get("connection")]).toEqual([503, "close"]);
      expect((await bodyOf(ready)).error.code).toBe("stopping");
      await expect
        .poll(() => fetch(address).then(String, () => "refused"), { timeout: 10_000 })
        .toBe("refused");
      const { results } = await bodyOf(await long);
      expect(results).toHaveLength(200);
      expect(results[199]!.entities.length).toBeGreaterThan(0);
      expect(await ended).toBe(0);
      expect(lines.at(-1)).toBe("stopped");
    },
  );

  testWith(needs.signals, "gives up at the deadline, and is fine afterwards", async () => {
    const { address, child, ended } = await serve(["--deadline", "0.2"]);
    const long = await tag(address, {
      texts: Array.from({ length: 200 }, () => texts.join(" ").slice(0, 4900)),
    });
    expect(long.status).toBe(503);
    expect((await bodyOf(long)).error.code).toBe("deadline");
    await expect
      .poll(async () => (await tag(address, { texts: [texts[0]!] })).status, { timeout: 20_000 })
      .toBe(200);
    child.kill("SIGINT");
    expect(await ended).toBe(0);
  });

  test("wants the token of the environment where others can reach it", async () => {
    const token = "0123456789abcdef0123456789abcdef";
    const { address } = await serve(["--host", "0.0.0.0"], { LACUNA_TOKEN: token });
    const local = address.replace("0.0.0.0", "127.0.0.1");
    expect((await tag(local, { texts: ["a"] })).status).toBe(401);
    expect((await tag(local, { texts: ["a"] }, { authorization: `Bearer ${token}` })).status).toBe(200);
    expect((await fetch(`${local}/healthz`)).status).toBe(200);
  });

  test("listens on this machine only by default", async () => {
    const { address } = await serve();
    expect(new URL(address).hostname).toBe("127.0.0.1");
    // A page that means another host by this address.
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(address).port), "127.0.0.1", () =>
        socket.write("GET /v1/model HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"),
      );
      let text = "";
      socket.on("data", (chunk) => {
        text += chunk;
      });
      socket.on("close", () => resolve(text));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 421 /);
  });

  test("--copies share a large request, and their number has bounds", async () => {
    const { address } = await serve(["--copies", "2"]);
    await using tagger = await Tagger.load(model, quietSession);
    const expected = await Promise.all(texts.map(async (text) => (await tagger.tag(text))[0]!));
    const { results } = await bodyOf(await tag(address, { texts }));
    expect(
      results.map(({ entities }) => entities.map(({ start, end, label }) => [start, end, label])),
    ).toEqual(expected.map(({ entities }) => entities.map(({ from, to, label }) => [from, to, label])));
    for (const [copies, message] of [
      ["0", "it must be at least 1."],
      ["65", "it must be at most 64."],
      ["two", "it must be a whole number"],
    ] as const) {
      const { code, stderr } = lacuna(["serve", "--model", model, "--copies", copies]);
      expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    }
  });

  test("what a user can mend is said in a line, with exit code 2", () => {
    const run = (...args: string[]) => lacuna(["serve", ...args]);
    const none = run("--model", join(folder, "nothing"));
    expect([none.code, none.stderr]).toEqual([2, expect.stringMatching(/^error: there is no model folder /)]);
    const open = run("--model", model, "--host", "0.0.0.0", "--port", "0");
    expect([open.code, open.stderr]).toEqual([
      2,
      expect.stringMatching(/needs a token\nhint: set one with --token/),
    ]);
    expect(run("--model", model, "--port", "70000").code).toBe(2);
    writeFileSync(join(folder, "file"), "");
    expect(run("--model", join(folder, "file")).stderr).toMatch(/is a file, not a model folder/);
  });
});
