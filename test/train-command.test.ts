import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Sentence } from "../src/data/index.ts";
import { demoCorpus } from "../src/demo/index.ts";
import type { Evaluated, TrainEvent } from "../src/training/loop/events.ts";
import { lacuna } from "./support/lacuna-command.ts";
import { needs, testWith } from "./support/needs.ts";

const folder = mkdtempSync(join(tmpdir(), "lacuna-train-"));
const at = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

const corpus = demoCorpus({ seed: 1 });
const train = corpus.train.slice(0, 200);
/** Of the training names, so that a tiny model finds some. */
const dev = corpus.train.slice(200, 260);
const jsonl = (sentences: readonly object[]) =>
  sentences.map((sentence) => `${JSON.stringify(sentence)}\n`).join("");

/** Small and quick: seconds, not minutes. */
const small = [
  "--method",
  "weighted",
  "--train",
  `${at("train.jsonl")}:complete`,
  "--dev",
  at("dev.jsonl"),
  "--set",
  "encoder.width=32",
  "encoder.depth=1",
  "features.hashed.dim=32",
  'features.hashed.columns=[{"feature":"lower","rows":2000},{"feature":"shape","rows":200}]',
  "features.hashed.ngrams=null",
  "features.hashed.wordDropout=0",
  "encoder.dropout=0",
  "head.dropout=0",
  "optimiser.learningRate=0.01",
  "batch.sentences=8",
  "threads=1",
];
const events = (stdout: string) =>
  stdout
    .trimEnd()
    .split("\n")
    .map((line): TrainEvent => JSON.parse(line));
const weights = (model: string) =>
  createHash("sha256")
    .update(readFileSync(join(model, "weights.safetensors")))
    .digest("hex");

let seen: TrainEvent[] = [];
beforeAll(() => {
  writeFileSync(at("train.jsonl"), jsonl(train));
  writeFileSync(at("dev.jsonl"), jsonl(dev));
  const { code, stdout, stderr } = lacuna([
    "train",
    ...small,
    "--epochs",
    "4",
    "--out",
    at("model"),
    "--json",
  ]);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  seen = events(stdout);
}, 60_000);

describe("train", () => {
  test("--json tells everything that happens, in order", () => {
    const kinds = seen.map(({ kind }) => kind);
    expect(kinds.slice(0, 3)).toEqual(["started", "planned", "step"]);
    expect(kinds.at(-1)).toBe("stopped");
    // 200 sentences in batches of 8, four times.
    const steps = seen.filter((event) => event.kind === "step");
    expect(steps.map(({ step }) => step)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1));
    const epochs = seen.filter((event) => event.kind === "evaluated");
    expect(epochs.map(({ epoch }) => epoch)).toEqual([1, 2, 3, 4]);
    expect(epochs.at(-1)!.loss).toBeLessThan(epochs[0]!.loss);
    expect(Math.max(...epochs.map(({ dev: scores }) => scores!.f1))).toBeGreaterThan(20);
  });

  test("the model folder has config, weights, one ONNX file, labels, log, report and checksums", () => {
    for (const name of ["config.json", "weights.safetensors", "model.onnx", "labels.json", "log.jsonl"]) {
      expect(existsSync(join(at("model"), name)), name).toBe(true);
    }
    expect(readFileSync(join(at("model"), "report.html"), "utf8")).toContain("<svg");
    expect(existsSync(join(at("model"), "manifest.json"))).toBe(true);
    const config = JSON.parse(readFileSync(join(at("model"), "config.json"), "utf8"));
    expect(config).toMatchObject({
      method: "weighted",
      epochs: 4,
      threads: 1,
      encoder: { kind: "cnn", width: 32 },
      optimiser: { learningRate: 0.01, encoderLearningRate: 0.01 },
      features: { text: "words" },
    });
  });

  test("for a person: a line for each epoch, a table, and where things are", () => {
    const model = at("told");
    const { code, stdout, stderr } = lacuna(["train", ...small, "--epochs", "1", "--out", model]);
    expect(stderr).toBe("");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^weighted with cnn: 200 sentences, [\d,]+ words, [\d,]+ entities of 4 types/m);
    expect(stdout).toMatch(
      /^epoch 1\/1 {2}loss \d.\d{4} {2}dev P \d+\.\d\d R \d+\.\d\d F1 \d+\.\d\d {2}[\d,]+ words\/s/m,
    );
    expect(stdout).toMatch(/^dev +precision +recall +F1/m);
    expect(stdout).toContain(`model:  ${model}\nreport: ${join(model, "report.html")}\n`);
  });

  test("a saved config is a config: it gives the same bits again", () => {
    const args = ["--config", join(at("model"), "config.json"), "--out", at("again"), "--json"];
    expect(lacuna(["train", ...args]).code).toBe(0);
    expect(weights(at("again"))).toBe(weights(at("model")));
  });

  testWith(
    needs.signals,
    "a Ctrl-C stops with a checkpoint, and --resume ends with the same bits",
    async () => {
      const out = at("stopped");
      const args = ["train", ...small, "--epochs", "4", "--out", out, "--json"];
      const child = spawn(process.execPath, [join("dist", "cli", "main.js"), ...args]);
      let steps = 0;
      for await (const line of createInterface({ input: child.stdout })) {
        const event: TrainEvent = JSON.parse(line);
        if (event.kind === "step" && ++steps === 30) child.kill("SIGINT");
        if (event.kind === "stopped") expect(event.reason).toBe("asked");
      }
      const code = child.exitCode ?? (await new Promise((resolve) => child.once("exit", resolve)));
      expect(code).toBe(130);
      expect(steps).toBeLessThan(100);
      expect(existsSync(join(out, "model.onnx"))).toBe(false);

      const wrong = lacuna(["train", "--out", out, "--resume", "--seed", "2"]);
      expect(wrong.code).toBe(2);
      expect(wrong.stderr).toContain('"seed" was 1, now 2');

      const resumed = lacuna(["train", "--out", out, "--resume", "--json", "--epochs", "4"]);
      expect(resumed.stderr).toBe("");
      expect(resumed.code).toBe(0);
      const later = events(resumed.stdout);
      expect(later[0]).toMatchObject({ kind: "started", resumedAt: steps });
      expect(later.filter(({ kind }) => kind === "step")).toHaveLength(100 - steps);
      expect(weights(out)).toBe(weights(at("model")));

      const finished = lacuna(["train", "--out", out, "--resume"]);
      expect([finished.code, finished.stdout]).toEqual([0, `the run in "${out}" is finished\n`]);
    },
  );

  testWith(
    needs.signals,
    "a second Ctrl-C ends at once, and nothing is lost; --keep-best makes a model",
    async () => {
      const out = at("twice");
      const args = ["train", ...small, "checkpoint.seconds=0", "--epochs", "40", "--out", out];
      const child = spawn(process.execPath, [join("dist", "cli", "main.js"), ...args]);
      let told = "";
      for await (const line of createInterface({ input: child.stdout })) {
        told += `${line}\n`;
        // An epoch before has been saved for certain.
        if (/^epoch +3\//.test(line)) {
          child.kill("SIGINT");
          child.kill("SIGINT");
        }
        if (/^stopping/.test(line)) child.kill("SIGINT");
      }
      if (child.exitCode === null && child.signalCode === null)
        await new Promise((resolve) => child.once("exit", resolve));
      // Whether the second one came before the step was done is a matter of luck.
      expect([child.signalCode, child.exitCode]).toContainEqual(child.signalCode === null ? 130 : "SIGINT");
      expect(told).toContain("Ctrl-C again to end at once");
      const kept = lacuna(["train", "--out", out, "--resume", "--keep-best"]);
      expect(kept.stderr).toBe("");
      expect(kept.code).toBe(0);
      expect(kept.stdout).toMatch(/stopped as asked after step \d+, [\d:]+; the model is that of epoch \d+/);
      expect(lacuna(["evaluate", "--model", out, "--data", at("dev.jsonl")]).code).toBe(0);
    },
  );

  test("--from goes on with a model, in another folder or in its own", () => {
    const own = ["--train", `${at("train.jsonl")}:complete`, "--dev", at("dev.jsonl"), "--set", "threads=1"];
    const args = ["train", "--from", at("model"), ...own, "--epochs", "1"];
    const { code, stdout, stderr } = lacuna([...args, "--out", at("further")]);
    expect([code, stderr]).toEqual([0, ""]);
    const best = seen.filter((event) => event.kind === "evaluated" && event.best).at(-1) as Evaluated;
    expect(stdout).toMatch(
      /^note: going on with the model "model" \(weights [0-9a-f]{12}…\): its encoder and its head$/m,
    );
    expect(stdout).toContain(`before training: dev P ${best.dev!.precision.toFixed(2)} `);
    const config = JSON.parse(readFileSync(join(at("further"), "config.json"), "utf8"));
    expect(config).toMatchObject({
      method: "weighted",
      encoder: { width: 32 },
      from: { model: at("model"), sha256: weights(at("model")) },
    });
    expect(readFileSync(join(at("further"), "report.html"), "utf8")).not.toContain(at("model"));
    const finished = lacuna(["train", "--from", at("model"), "--out", at("further"), "--resume"]);
    expect(finished.code).toBe(0);
    const wrong = lacuna([...args, "--encoder", "bilstm", "--out", at("unused")]);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('"encoder.kind" is "cnn" there, and "bilstm" here');
    const inPlace = [
      "train",
      "--from",
      at("further"),
      ...own,
      "--epochs",
      "1",
      "--out",
      at("further"),
      "--overwrite",
    ];
    const before = weights(at("further"));
    expect(lacuna(inPlace).code).toBe(0);
    expect(weights(at("further"))).not.toBe(before);
  });

  test("--overwrite replaces a model, and nothing else does", () => {
    const out = at("twice-trained");
    const args = ["train", ...small, "--epochs", "1", "--out", out];
    expect(lacuna(args).code).toBe(0);
    const before = weights(out);
    const refused = lacuna([...args, "--seed", "2"]);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringMatching(/there is a model in it\nhint: .*--overwrite/),
    ]);
    expect(weights(out)).toBe(before);
    expect(lacuna([...args, "--seed", "2", "--overwrite"]).code).toBe(0);
    expect(weights(out)).not.toBe(before);
  });

  test("--resume begins a run that was killed before it was noted down", () => {
    const out = at("early");
    mkdirSync(out);
    writeFileSync(join(out, "config.json"), "{");
    const { code } = lacuna(["train", ...small, "--epochs", "4", "--out", out, "--resume", "--json"]);
    expect(code).toBe(0);
    expect(weights(out)).toBe(weights(at("model")));
  });

  test.each([
    [["--train", at("gone.jsonl")], "no such file"],
    [["--train", at("train.jsonl"), "--encoder", "cnm"], 'unknown encoder "cnm"'],
    [["--train", at("train.jsonl"), "--epochs", "0"], "it must be at least 1"],
    [["--train", at("train.jsonl"), "--max-minutes", "0"], "it must be a number above 0"],
    [["--train", at("train.jsonl"), "--set", "epoch=3"], 'unknown key "epoch", did you mean "epochs"?'],
  ])("a mistake is told in one line, and no folder is made: train %j", (args, message) => {
    const { code, stderr } = lacuna(["train", ...args, "--out", at("unused")]);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("    at ");
    expect(code).toBe(2);
    expect(existsSync(at("unused"))).toBe(false);
  });
});

describe("evaluate", () => {
  test("gives the score that training saw", () => {
    const best = seen.filter((event) => event.kind === "evaluated" && event.best).at(-1);
    const { code, stdout } = lacuna([
      "evaluate",
      "--model",
      at("model"),
      "--data",
      at("dev.jsonl"),
      "--json",
    ]);
    expect(code).toBe(0);
    const result = JSON.parse(stdout);
    expect(best).toMatchObject({ kind: "evaluated", dev: { f1: expect.closeTo(result.micro.f1, 6) } });
    expect(result).toMatchObject({
      sentences: dev.length,
      words: dev.reduce((sum, { tokens }) => sum + tokens.length, 0),
      gold: dev.reduce((sum, { entities }) => sum + entities.length, 0),
    });
    // In percent, rounded as they are printed, from the counts beside them.
    expect(result.precision).toBeCloseTo((100 * result.correct) / result.predicted, 1);
    expect(result.recall).toBeCloseTo((100 * result.correct) / result.gold, 1);
    expect(result.perType.map(({ label }: { label: string }) => label)).toEqual([
      "LOC",
      "ORG",
      "PER",
      "PRODUCT",
    ]);
    expect(result.wordsPerSecond).toBeGreaterThan(0);
  });

  test("prints a table; two files are scored as one", () => {
    const data = [at("dev.jsonl"), at("dev.jsonl")];
    const { stdout } = lacuna(["evaluate", "--model", at("model"), "--data", ...data, "--mode", "overlap"]);
    expect(stdout).toMatch(/^overlap +precision +recall +F1 +gold +predicted +correct\n/);
    expect(stdout).toContain(`${2 * dev.length} sentences, `);
  });
});

describe("predict", () => {
  const found = (stdout: string): Sentence[] =>
    stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));

  test("what it finds scores as evaluate says", () => {
    const out = at("found.jsonl");
    expect(lacuna(["predict", "--model", at("model"), "--in", at("dev.jsonl"), "--out", out]).code).toBe(0);
    const score = JSON.parse(lacuna(["score", "--gold", at("dev.jsonl"), "--pred", out, "--json"]).stdout);
    const evaluated = JSON.parse(
      lacuna(["evaluate", "--model", at("model"), "--data", at("dev.jsonl"), "--json"]).stdout,
    );
    expect(score.micro).toEqual(evaluated.micro);
    expect(score.micro.predicted).toBeGreaterThan(0);
    const entities = found(readFileSync(out, "utf8")).flatMap((sentence) => sentence.entities);
    expect(entities.every(({ score: own }) => own! > 0 && own! <= 1)).toBe(true);
  });

  test("raw text from standard input, with exact offsets", () => {
    const input = `\uFEFF${dev.map(({ text }) => text).join("\n")}\n😀 Zürich  naïve.\n`;
    const { code, stdout, stderr } = lacuna(["predict", "--model", at("model")], { input });
    expect(code).toBe(0);
    const sentences = found(stdout);
    expect(sentences.flatMap(({ tokens }) => tokens)).toEqual(
      expect.arrayContaining(["😀", "Zürich", "naïve"]),
    );
    for (const { text, tokens, offsets } of sentences) {
      expect(offsets!.map(([start, end]) => text!.slice(start, end))).toEqual(tokens);
    }
    expect(stderr).toContain(`${sentences.length} sentences`);
  });

  test("our own format from standard input is known as such, and its labels are replaced", () => {
    const input = jsonl([{ tokens: ["qqq"], entities: [{ start: 0, end: 1, label: "GOLD" }], hidden: [] }]);
    const { stdout } = lacuna(["predict", "--model", at("model"), "--in", "-"], { input });
    const [only, ...others] = found(stdout);
    expect(others).toEqual([]);
    expect(only!.tokens).toEqual(["qqq"]);
    expect(only!.entities.map(({ label }) => label)).not.toContain("GOLD");
    expect(only).not.toHaveProperty("hidden");
  });

  test("nothing in, nothing out", () => {
    const { code, stdout } = lacuna(["predict", "--model", at("model")], { input: "" });
    expect([code, stdout]).toEqual([0, ""]);
  });

  test("several files into one column file; only sure entities", () => {
    const out = at("found.conll");
    const args = ["--in", at("dev.jsonl"), at("train.jsonl"), "--out", out, "--threshold", "1", "--json"];
    const { code, stdout } = lacuna(["predict", "--model", at("model"), ...args]);
    expect(code).toBe(0);
    const result = JSON.parse(stdout);
    expect(result.sentences).toBe(dev.length + train.length);
    const rows = readFileSync(out, "utf8")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("-DOCSTART-") && !line.startsWith("#"));
    expect(rows).toHaveLength(result.words);
    const without = JSON.parse(
      lacuna(["predict", "--model", at("model"), "--in", at("dev.jsonl"), "--out", at("x.jsonl"), "--json"])
        .stdout,
    );
    expect(without.entities).toBeGreaterThan(result.entities);
  });

  test.each([
    [["predict", "--model", "nowhere"], "nowhere"],
    [["predict", "--model", "MODEL", "--in", "gone.jsonl"], 'cannot read "gone.jsonl": no such file'],
    [["predict", "--model", "MODEL", "--in", "-", "-"], "standard input can be read only once"],
    [["predict", "--model", "MODEL", "--nested", "--flat"], "cannot be used with option"],
    [["evaluate", "--model", "MODEL"], "required option '--data <file...>' not specified"],
    [["evaluate", "--model", "nowhere", "--data", "x"], "nowhere"],
  ])("a mistake is told in one line: %j", (args, message) => {
    const { code, stderr } = lacuna(
      args.map((arg) => (arg === "MODEL" ? at("model") : arg)),
      { input: "" },
    );
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("    at ");
    expect(code).toBe(2);
  });
});
