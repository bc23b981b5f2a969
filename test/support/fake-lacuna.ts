import { writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Writes a script that stands for `lacuna` where a test is about what happens around trainings. `train` ends at once, or
 * waits to be stopped where a file `slow` lies beside the script; `predict` gives back the gold labels, but for every third entity
 * where the model learnt from fewer than `few` of them; `audit` finds one suggestion.
 */
export function writeFakeLacuna(folder: string, { few = 0 } = {}): string {
  const path = join(folder, "fake-lacuna.mjs");
  writeFileSync(path, `const few = ${few};\n${script}`);
  return path;
}

const script = String.raw`
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const [command, ...args] = process.argv.slice(2);
const option = (name) => args[args.indexOf("--" + name) + 1];
const say = (event) => console.log(JSON.stringify(event));
const lines = (path) => readFileSync(path, "utf8").trim().split("\n").map((line) => JSON.parse(line));
const slow = join(dirname(fileURLToPath(import.meta.url)), "slow");
const out = option("out");

if (command === "train") {
  const resume = args.includes("--resume");
  mkdirSync(join(out, "checkpoints"), { recursive: true });
  if (!resume) {
    const config = JSON.parse(readFileSync(option("config"), "utf8"));
    if (config.epochs === 13) {
      console.error('error: cannot read "' + config.train[0] + '": bad luck\nhint: choose another number');
      process.exit(2);
    }
    writeFileSync(join(out, "run.json"), JSON.stringify(config));
  }
  const log = [
    { kind: "planned", steps: 4, epochs: 2, stepsPerEpoch: 2, by: "epochs" },
    { kind: "step", step: 1, epoch: 1, loss: 4, words: 1, milliseconds: 1 },
    { kind: "step", step: 2, epoch: 1, loss: 2, words: 1, milliseconds: 1 },
    { kind: "evaluated", step: 2, epoch: 1, loss: 3, dev: { precision: 50, recall: 50, f1: 50, macroF1: 50 }, metrics: {}, best: true, wordsPerSecond: 1, seconds: 1 },
  ];
  writeFileSync(join(out, "log.jsonl"), log.map((event) => JSON.stringify(event) + "\n").join(""));
  for (const event of log) say(event);
  if (existsSync(slow)) {
    process.on("SIGINT", () => process.exit(130));
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  }
  writeFileSync(join(out, "manifest.json"), "{}");
  rmSync(join(out, "checkpoints"), { recursive: true });
} else if (command === "predict") {
  const { train } = JSON.parse(readFileSync(join(option("model"), "run.json"), "utf8"));
  const known = lines(train[0]).reduce((sum, { entities }) => sum + entities.length, 0);
  let met = 0;
  const found = lines(option("in")).map(({ tokens, entities }) => ({
    tokens,
    entities: entities.filter(() => known >= few || met++ % 3 !== 0).map((entity) => ({ ...entity, score: 0.9 })),
  }));
  writeFileSync(out, found.map((sentence) => JSON.stringify(sentence) + "\n").join(""));
} else {
  const [{ tokens }] = lines(option("data"));
  const suggestion = { kind: "missed", sentence: 0, start: 0, end: 1, label: "NEW", probability: 0.7, suggested: true, text: tokens[0] };
  say({ kind: "started", models: 2, done: 0, sentences: 3 });
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, "suggestions.jsonl"), JSON.stringify(suggestion) + "\n");
  writeFileSync(join(out, "audit.json"), JSON.stringify({ data: { files: [option("data")], fingerprint: "0" }, total: { missing: { value: 1, low: 0, high: 2 } } }));
}
`;
