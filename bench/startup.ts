// `npm run bench:startup -- [DIST …]`: how long `lacuna --help` takes, and how many of its modules one epoch of
// `lacuna train` on the demo corpus loads and uses. Each DIST is a built folder (default: dist); several are measured
// in turns, so that a busy machine slows all alike.
//   --rounds 20   --skip-train
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "20" }, "skip-train": { type: "boolean", default: false } },
});
const builds = positionals.length > 0 ? positionals : ["dist"];
const rounds = Number(flags.rounds);

/** What is timed: Node itself, which every command waits for, and each build. */
const timed = new Map([
  ["node alone", ["-e", "0"]],
  ...builds.map((dist): [string, string[]] => [dist, [mainOf(dist), "--help"]]),
]);
const times = new Map([...timed.keys()].map((name): [string, number[]] => [name, []]));
for (let round = 0; round < rounds; round++) {
  for (const [name, args] of timed) times.get(name)!.push(milliseconds(args));
}
console.log(`lacuna --help, ${rounds} times in turns, load ${loadavg()[0]!.toFixed(1)}; milliseconds\n`);
console.log("                          median   fastest   slowest");
for (const [name, list] of times) {
  list.sort((a, b) => a - b);
  const cells = [list[list.length >> 1]!, list[0]!, list.at(-1)!].map((value) =>
    value.toFixed(0).padStart(9),
  );
  console.log(`${name.slice(-22).padEnd(23)}${cells.join(" ")}`);
}
if (!flags["skip-train"]) for (const dist of builds) countModules(dist);

function mainOf(dist: string): string {
  return resolve(dist, "cli", "main.js");
}

function milliseconds(args: readonly string[]): number {
  const began = performance.now();
  run(args);
  return performance.now() - began;
}

function run(args: readonly string[], env: Record<string, string> = {}): void {
  const { status, stderr } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}: ${stderr}`);
}

/** Trains for an epoch under V8's coverage, which knows every module that was loaded and every function that ran. */
function countModules(dist: string): void {
  const folder = mkdtempSync(join(tmpdir(), "lacuna-startup-"));
  const at = (name: string) => join(folder, name);
  try {
    run([mainOf(dist), "demo", "--out", at("demo")]);
    const files = ["--train", at("demo/train.jsonl"), "--dev", at("demo/dev.jsonl"), "--out", at("model")];
    run([mainOf(dist), "train", ...files, "--epochs", "1"], { NODE_V8_COVERAGE: at("coverage") });
    const own = pathToFileURL(resolve(dist)).href;
    const loaded = new Set<string>();
    const used = new Set<string>();
    for (const name of readdirSync(at("coverage"))) {
      for (const { url, functions } of coverageOf(at(`coverage/${name}`))) {
        if (!url.startsWith(`${own}/`)) continue;
        loaded.add(url);
        // The first function is the module itself.
        if (functions.slice(1).some(({ ranges }) => ranges[0]!.count > 0)) used.add(url);
      }
    }
    console.log(
      `\n${dist}: one epoch of lacuna train on the demo corpus loads ${loaded.size} modules; a function ran in ${used.size} of them`,
    );
    const unused = [...loaded]
      .filter((url) => !used.has(url))
      .map((url) => dirname(url.slice(own.length + 1)));
    console.log(`  loaded for nothing: ${mostOften(unused).join(", ")} …`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The five most frequent names, each with how often it occurs. */
function mostOften(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 5)
    .map(([name, count]) => `${count} in ${name}`);
}

interface ScriptCoverage {
  readonly url: string;
  readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
}

function coverageOf(file: string): readonly ScriptCoverage[] {
  return (JSON.parse(readFileSync(file, "utf8")) as { result: ScriptCoverage[] }).result;
}
