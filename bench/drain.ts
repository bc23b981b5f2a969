// `npm run check:drain`: whether `lacuna serve` loses requests. The built command is stopped by SIGTERM under load again and
// again, and copies of its model are killed under load. A request is lost if a connection was made for it and no answer came;
// one that finds nobody listening is not. Exits with 1 if one was lost, or answered by anything but a result or 503.
//   --drains 20     --clients 32     --seconds 1    of load before each stop
//   --kills 10      copies killed, one a second     --folder DIR   keeps the trained model there
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { demoCorpus } from "../src/demo/index.ts";
import { trainModel } from "./serve/train-model.ts";

const { values: flags } = parseArgs({
  options: {
    drains: { type: "string", default: "20" },
    clients: { type: "string", default: "32" },
    seconds: { type: "string", default: "1" },
    kills: { type: "string", default: "10" },
    folder: { type: "string" },
  },
});
const [drains, clients, seconds, kills] = [flags.drains, flags.clients, flags.seconds, flags.kills].map(
  Number,
) as [number, number, number, number];
const bodies = demoCorpus({ train: 0, dev: 0, test: 300 }).test.map(({ tokens }) =>
  JSON.stringify({ texts: [tokens.join(" ")] }),
);

const folder = flags.folder ?? (await mkdtemp(join(tmpdir(), "lacuna-drain-")));
try {
  const trained = await trainModel("cnn", folder);
  if (typeof trained === "string") throw new Error(trained);
  await stopUnderLoad(trained.dir);
  await killUnderLoad(trained.dir);
} finally {
  if (flags.folder === undefined) await rm(folder, { recursive: true });
}

async function stopUnderLoad(model: string): Promise<void> {
  const outcomes = new Map<string, number>();
  let clean = 0;
  for (let drain = 0; drain < drains; drain++) {
    const { child, address, ended } = await serve(model);
    const load = hammer(address, outcomes, (outcome) => outcome === "ECONNREFUSED");
    await sleep(1000 * seconds);
    child.kill("SIGTERM");
    if ((await ended) === 0) clean++;
    await load;
  }
  const { ECONNREFUSED: _, ...answered } = Object.fromEntries(outcomes);
  report(`${drains} stops under load of ${clients} clients, ${clean} with exit code 0`, answered, ["200"]);
  if (clean < drains) process.exitCode = 1;
}

async function killUnderLoad(model: string): Promise<void> {
  const outcomes = new Map<string, number>();
  const { child, address, ended } = await serve(model, ["--copies", "2"]);
  let isOver = false;
  const load = hammer(address, outcomes, () => isOver);
  for (let kill = 0; kill < kills; kill++) {
    // Fewer than five in a minute, after which a server gives up: its own supervisor's affair.
    await sleep(kill > 0 && kill % 4 === 0 ? 61_000 : 1000);
    killCopy(child);
  }
  await sleep(3000);
  isOver = true;
  await load;
  child.kill("SIGTERM");
  const code = await ended;
  report(`${kills} copies killed under load, exit code ${code}`, Object.fromEntries(outcomes), [
    "200",
    "503",
  ]);
}

/** Kills one of the processes that a server has started. */
function killCopy({ pid }: ChildProcess): void {
  const [copy] = execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" }).split("\n");
  process.kill(Number(copy), "SIGKILL");
}

function report(what: string, outcomes: Readonly<Record<string, number>>, fine: readonly string[]): void {
  const all = Object.values(outcomes).reduce((sum, count) => sum + count, 0);
  const lost = Object.entries(outcomes).filter(([outcome]) => !fine.includes(outcome));
  const count = lost.reduce((sum, [, own]) => sum + own, 0);
  const shown = Object.entries(outcomes).map(([outcome, own]) => `${own} ${outcome}`);
  console.log(`${what}: ${count} of ${all} requests lost (${shown.join(", ")})`);
  if (count > 0) process.exitCode = 1;
}

/** Clients that ask on kept connections, each as soon as it has its answer, until one of its outcomes ends it. */
async function hammer(
  address: string,
  outcomes: Map<string, number>,
  isOver: (outcome: string) => boolean,
): Promise<void> {
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (let next = client; ; next++) {
        const outcome = await ask(address, agent, bodies[next % bodies.length]!);
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
        if (isOver(outcome)) break;
      }
      agent.destroy();
    }),
  );
}

/** The status of an answer that came whole, or why there was none. */
function ask(address: string, agent: Agent, body: string): Promise<string> {
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message);
    const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const sent = request(`${address}/v1/tag`, { agent, method: "POST", headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      answer.on("error", failed);
      answer.on("end", () => {
        const isWhole = answer.statusCode !== 200 || text.startsWith('{"results":[{');
        resolve(isWhole ? String(answer.statusCode) : "not an answer");
      });
    });
    sent.on("error", failed);
    sent.end(body);
  });
}

interface Serving {
  readonly child: ChildProcess;
  readonly address: string;
  readonly ended: Promise<number | null>;
}

async function serve(model: string, args: readonly string[] = []): Promise<Serving> {
  const main = fileURLToPath(new URL("../src/cli/main.js", import.meta.url));
  const child = spawn(
    process.execPath,
    [main, "serve", "--model", model, "--port", "0", "--lame-duck", "1", ...args],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const address = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout!).on("line", (line) => {
      const found = /^listening on (\S+?)[,;]/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
    ended.then((code) => reject(new Error(`the server ended with code ${code} before it listened`)));
  });
  return { child, address, ended };
}
