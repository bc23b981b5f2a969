import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { maskSentence } from "../src/data/index.ts";
import { demoCorpus } from "../src/demo/index.ts";
import { Random } from "../src/random.ts";
import { readTrainingLog } from "../src/training/training-log.ts";
import { lacuna } from "./support/lacuna-command.ts";

const folder = mkdtempSync(join(tmpdir(), "lacuna-kill-"));
const at = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

/** Small runs. */
const common = [
  "--train",
  at("train.jsonl"),
  "--dev",
  at("dev.jsonl"),
  "--seed",
  "7",
  "--set",
  "encoder.width=32",
  "encoder.depth=2",
  "features.hashed.dim=32",
  'features.hashed.columns=[{"feature":"lower","rows":2000},{"feature":"shape","rows":200}]',
  "optimiser.learningRate=0.005",
  "batch.sentences=8",
  "threads=2",
  // A checkpoint about every few steps: the rest of the time a kill costs work.
  "checkpoint.seconds=0.1",
];

/** With all that a run remembers, between them. */
const runs = {
  /** Draws by the model's own scores, class centres, two threads, best weights. */
  "scl-rai": [...common, 'sampler={"kind":"weighted"}', "--method", "scl-rai", "--epochs", "4"],
  /** The weights of another model, of which each stage begins anew; what that model finds is learnt again. */
  from: [...common, "--from", at("base"), "--method", "lacuna", "--epochs", "2"],
  /** What models of early stages believe of sentences. */
  lacuna: [...common, "--method", "lacuna", "--epochs", "2"],
  /** Stages that start anew, what is taken from each (O-values, and the scores of trials), and an average of the weights. */
  pu2: [
    ...common,
    "pu2.tune=true",
    "pu2.trials=2",
    "pu2.trialEpochs=1",
    "pu2.grid.explore=[1]",
    "pu2.remove=0.1",
    "optimiser.ema=0.98",
    "--method",
    "pu2",
    "--epochs",
    "2",
  ],
};

beforeAll(() => {
  const corpus = demoCorpus({ seed: 1 });
  const random = new Random(1);
  const jsonl = (sentences: readonly object[]) => sentences.map((s) => `${JSON.stringify(s)}\n`).join("");
  const train = corpus.train.slice(0, 240).map((sentence) => maskSentence(sentence, 0.5, random));
  writeFileSync(at("train.jsonl"), jsonl(train));
  writeFileSync(at("dev.jsonl"), jsonl(corpus.train.slice(240, 300)));
});

beforeAll(() => {
  // Of one type only, so that the others are new to it.
  const one = readFileSync(at("train.jsonl"), "utf8").replaceAll(
    /\{"start":\d+,"end":\d+,"label":"(?!PER")\w+"\},?/g,
    "",
  );
  writeFileSync(at("one.jsonl"), one.replaceAll("},]", "}]").replaceAll('"PER"', '"PERSON"'));
  const args = common.map((arg) => (arg === at("train.jsonl") ? at("one.jsonl") : arg));
  const { code, stderr } = lacuna([
    "train",
    ...args,
    "--method",
    "weighted",
    "--epochs",
    "1",
    "--out",
    at("base"),
  ]);
  expect([code, stderr]).toEqual([0, ""]);
}, 60_000);

const main = join(process.cwd(), "dist", "cli", "main.js");

/** Starts or resumes the run and kills it after a while; whether it had finished before. */
async function runAndKill(
  options: readonly string[],
  out: string,
  resume: boolean,
  milliseconds: number,
  begun?: string,
): Promise<boolean> {
  const args = ["train", ...options, "--out", out, ...(resume ? ["--resume"] : [])];
  const child = spawn(process.execPath, [main, ...args], { stdio: ["ignore", "ignore", "pipe"] });
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), milliseconds);
  // However fast the machine is: as soon as this is there.
  const watch = setInterval(() => {
    if (begun !== undefined && existsSync(begun)) child.kill("SIGKILL");
  }, 5);
  const code = await new Promise<number | null>((done) => child.on("exit", done));
  clearTimeout(timer);
  clearInterval(watch);
  // null: killed. A run that was killed before it had noted what it is about has nothing to resume.
  if (code === 2 && /no run to resume|nothing to resume/.test(errors))
    return runAndKill(options, out, false, milliseconds);
  if (code !== null && code !== 0) throw new Error(`exit code ${code}: ${errors}`);
  return code === 0;
}

const sum = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");

/** What a log says, but for times. */
async function story(out: string): Promise<unknown[]> {
  return (await readTrainingLog(join(out, "log.jsonl")))
    .filter(({ kind }) => kind === "step" || kind === "evaluated")
    .map((event) => ({ ...event, milliseconds: 0, seconds: 0, wordsPerSecond: 0 }));
}

test.each(Object.entries(runs))(
  "%s: a run that is killed again and again ends with the same bits as one that never was",
  async (name, options) => {
    const [whole, killed] = [at(`${name}-whole`), at(`${name}-killed`)];
    const { code, stderr } = lacuna(["train", ...options, "--out", whole]);
    expect(stderr).not.toMatch(/error/);
    expect(code).toBe(0);
    // Another seed each time, printed when it fails: the kills are at random moments, not at chosen ones.
    const seed = Date.now() % 100_000;
    const random = new Random(seed);
    let kills = 0;
    for (let i = 0; i < 5; i++) {
      // From "still reading" to "well under way".
      if (await runAndKill(options, killed, i > 0, 400 + 1600 * random.uniform())) break;
      kills++;
    }
    await runAndKill(options, killed, true, 60_000).catch((error: Error) => {
      // It may have finished just before the last kill.
      if (!/finished/.test(error.message)) throw error;
    });
    expect(kills, `seed ${seed}`).toBeGreaterThanOrEqual(2);
    for (const file of ["weights.safetensors", "model.onnx", "labels.json"]) {
      expect(sum(join(killed, file)), `${file}, seed ${seed}`).toBe(sum(join(whole, file)));
    }
    const config = (out: string): unknown => JSON.parse(readFileSync(join(out, "config.json"), "utf8"));
    expect(config(killed)).toEqual(config(whole));
    expect(await story(killed), `seed ${seed}`).toEqual(await story(whole));
  },
  120_000,
);

test("a run that replaces a model leaves the older one or the newer one, whenever it is killed", async () => {
  const out = at("replaced");
  const [older, newer] = [
    [...common, "--method", "weighted", "--epochs", "1"],
    [...common, "--method", "weighted", "--epochs", "2"],
  ];
  expect(lacuna(["train", ...older, "--out", out]).code).toBe(0);
  expect(lacuna(["train", ...newer, "--out", at("replacing")]).code).toBe(0);
  const sums = [out, at("replacing")].map((model) => sum(join(model, "weights.safetensors")));
  const refused = lacuna(["train", ...newer, "--out", out]);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("--overwrite")]);
  const seed = Date.now() % 100_000;
  const random = new Random(seed);
  let [done, under] = [false, 0];
  for (let i = 0; i < 6 && !done; i++) {
    // Killed while it still read its data, it has changed nothing, and there is nothing to resume.
    const isBegun = existsSync(join(out, ".retraining"));
    const how = isBegun ? newer : [...newer, "--overwrite"];
    const [time, begun] = i === 0 ? [60_000, join(out, ".retraining")] : [600 + 1600 * random.uniform()];
    done = await runAndKill(how, out, isBegun, time, begun);
    if (existsSync(join(out, ".retraining"))) under++;
    const tagged = lacuna(["predict", "--model", out], { input: "Ann Lee moved to Leeds.\n" });
    expect([tagged.code, tagged.stdout], `seed ${seed}`).toEqual([0, expect.stringContaining("Leeds")]);
    expect(sums, `seed ${seed}`).toContain(sum(join(out, "weights.safetensors")));
  }
  expect(under, `seed ${seed}`).toBeGreaterThan(0);
  if (!done) await runAndKill(newer, out, true, 60_000);
  expect(sum(join(out, "weights.safetensors"))).toBe(sums[1]);
}, 120_000);
