import { spawn, spawnSync } from "node:child_process";
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

describe("a run that is not to be trusted says so", () => {
  const export_ = () => {
    const path = at("export.jsonl");
    writeFileSync(path, jsonl(train.slice(0, 60).map(({ tokens, entities }) => ({ tokens, entities }))));
    return path;
  };
  // All but --train and --dev.
  const how = [...small.slice(0, 2), ...small.slice(6), "--epochs", "1"];

  test("in its first lines, in the log, in JSON and in the report: nobody said whether labels are complete", () => {
    const file = export_();
    const out = at("doubtful");
    const { code, stdout } = lacuna(["train", ...how, "--train", file, "--out", out]);
    expect(code).toBe(0);
    const [first, second, third, ...rest] = stdout.split("\n");
    expect(first).toBe(
      `WARNING: ${file}: nothing says whether its labels are complete. Taken as complete: every unlabelled word of 60 sentences is taught as "no entity"`,
    );
    expect(second).toBe(`         if annotators may have missed some:  --train ${file}:partial`);
    expect(third).toBe(`         if every entity is labelled:         --train ${file}:complete`);
    expect(rest[0]).toContain("note: no dev sentences");
    const logged = JSON.parse(readFileSync(join(out, "log.jsonl"), "utf8").split("\n")[0]!);
    expect(logged.warnings[0].message).toBe(first!.slice("WARNING: ".length));
    const report = readFileSync(join(out, "report.html"), "utf8");
    expect(report).toContain("<h2>Warnings</h2>");
    expect(report).toContain("nothing says whether its labels are complete");
  });

  test("--dev 10% sets sentences aside, and a resumed run the same ones", () => {
    const out = at("split");
    const args = [...how, "--train", `${export_()}:complete`, "--dev", "10%", "--out", out, "--json"];
    const { code, stdout } = lacuna(["train", ...args]);
    expect(code).toBe(0);
    const [started] = events(stdout);
    expect(started).toMatchObject({
      sentences: 54,
      notices: expect.arrayContaining([
        "dev: 6 of 60 complete training sentences are set aside (10%, drawn by seed 1); 54 are left to train on",
      ]),
    });
    expect(JSON.parse(readFileSync(join(out, "config.json"), "utf8")).dev).toBe("10%");
    expect(events(stdout).at(-1)).toMatchObject({ kind: "stopped", dev: { sentences: 6 } });
    expect(lacuna(["train", "--out", out, "--resume"]).stdout).toContain("is finished");
  });

  test("files are read as the options say, also when the run is resumed", () => {
    const names = "O,B-PER,I-PER";
    const rows = Array.from({ length: 20 }, (_, i) => ({
      tokens: ["Ann", `Lee${i}`, "left"],
      ner_tags: [1, 2, 0],
    }));
    writeFileSync(at("numbers.jsonl"), jsonl(rows));
    const args = [...how, "--train", `${at("numbers.jsonl")}:complete`, "--out", at("numbers")];
    const without = lacuna(["train", ...args]);
    expect([without.code, without.stderr]).toEqual([2, expect.stringContaining("--tag-names O,B-PER,I-PER")]);
    const { code, stdout } = lacuna(["train", ...args, "--tag-names", names, "--json"]);
    expect(code).toBe(0);
    expect(events(stdout)[0]).toMatchObject({ kind: "started", labels: ["PER"], entities: 20 });
    const { reading } = JSON.parse(readFileSync(join(at("numbers"), "config.json"), "utf8"));
    expect(reading.tagNames).toEqual(names.split(","));
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

  test("a gold file that says it is partial is scored as such: what lies on unknown words is ignored", () => {
    // Half of the labels of each sentence are taken away, and the file says so.
    const partial = dev.map((sentence) => ({
      ...sentence,
      entities: sentence.entities.filter((_, i) => i % 2 === 0),
      completeness: "partial",
    }));
    writeFileSync(at("half-gold.jsonl"), jsonl(partial));
    const evaluate = (file: string) =>
      JSON.parse(lacuna(["evaluate", "--model", at("model"), "--data", file, "--json"]).stdout);
    const [own, said, complete] = ["", ":partial", ":complete"].map((suffix) =>
      evaluate(at("half-gold.jsonl") + suffix),
    );
    expect(own.micro).toEqual(said.micro);
    expect(own.ignored).toBeGreaterThan(0);
    expect(complete.ignored).toBe(0);
    expect(own.precision).toBeGreaterThan(complete.precision);
    expect(own.predicted + own.ignored).toBe(complete.predicted);
  });

  test("scores on training sentences, and of labels with two names, are doubted", () => {
    const { stdout, stderr } = lacuna(["evaluate", "--model", at("model"), "--data", at("train.jsonl")]);
    expect(stderr).toContain(
      `WARNING: the model "${at("model")}" was trained on 100 % (200 of 200) of the sentences that it is scored on`,
    );
    expect(stdout).not.toContain("WARNING");
    const renamed = dev.map((sentence) => ({
      ...sentence,
      entities: sentence.entities.map(({ label, ...span }) => ({
        ...span,
        label: label === "PER" ? "PERSON" : label,
      })),
    }));
    writeFileSync(at("renamed.jsonl"), jsonl(renamed));
    const json = lacuna(["evaluate", "--model", at("model"), "--data", at("renamed.jsonl"), "--json"]).stdout;
    expect(JSON.parse(json).report.warnings).toEqual([
      {
        message: expect.stringContaining('has the label "PERSON", labels of'),
        advice: [expect.stringContaining("same name")],
      },
    ]);
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

  /** Documents of an annotation tool, with labels that are not to be believed. */
  const documents = Array.from({ length: 5 }, (_, i) => ({
    id: 100 + i,
    text: dev
      .slice(4 * i, 4 * i + 4)
      .map(({ text }) => text)
      .join(" "),
    label: [[0, 1, "GOLD"]],
    meta: { page: i },
  }));
  const predict = (...args: string[]) => lacuna(["predict", "--model", at("model"), ...args]);

  test("documents: each entity with its text and its places, ids and meta given back", () => {
    writeFileSync(at("documents.jsonl"), jsonl(documents));
    const { code, stdout, stderr } = predict("--in", at("documents.jsonl"));
    expect(code).toBe(0);
    expect(stderr).toMatch(/documents.jsonl: 5 texts were cut into \d+ sentences/);
    const sentences = found(stdout);
    expect(sentences.length).toBeGreaterThan(10);
    let entities = 0;
    for (const sentence of sentences) {
      const whole = documents.find(({ id }) => id === sentence.id)!;
      expect(sentence.meta).toEqual(whole.meta);
      for (const each of sentence.entities as unknown as Record<string, number>[]) {
        entities++;
        expect(sentence.text!.slice(each.from, each.to)).toBe(each.text);
        expect(whole.text.slice(each.docFrom, each.docTo)).toBe(each.text);
      }
    }
    expect(entities).toBeGreaterThan(5);
    // What it writes is read without a word.
    writeFileSync(at("again.jsonl"), stdout);
    const again = lacuna(["stats", at("again.jsonl"), "--json"]);
    expect(JSON.parse(again.stdout).report).toMatchObject({ total: 0, assumptions: [] });
  });

  test("documents are written as documents, with places in them", () => {
    writeFileSync(at("documents.jsonl"), jsonl(documents));
    const args = ["--in", at("documents.jsonl"), "--out", at("found-documents.jsonl"), "--format", "doccano"];
    expect(predict(...args).code).toBe(0);
    const records = readFileSync(at("found-documents.jsonl"), "utf8")
      .trim()
      .split("\n")
      .map((l) => JSON.parse(l));
    expect(records.map(({ id, text, meta }) => ({ id, text, meta }))).toEqual(
      documents.map(({ id, text, meta }) => ({ id, text, meta })),
    );
    expect(
      records.flatMap(({ label }) => label.map(([, , name]: [number, number, string]) => name)),
    ).not.toContain("GOLD");
  });

  test("Label Studio gets predictions, which are read back as what they are", () => {
    writeFileSync(at("documents.jsonl"), jsonl(documents));
    const out = at("tasks.json");
    expect(predict("--in", at("documents.jsonl"), "--out", out).code).toBe(0);
    const tasks = JSON.parse(readFileSync(out, "utf8"));
    expect(tasks).toHaveLength(5);
    for (const task of tasks) {
      expect(task.annotations).toBeUndefined();
      expect(task.predictions).toHaveLength(1);
      expect(task.data).toEqual({
        text: documents.find(({ id }) => id === task.id)!.text,
        page: task.id - 100,
      });
      expect(task.predictions[0].model_version).toMatch(/^model \(lacuna \d+\.\d+\.\d+.*, weighted\)$/);
    }
    const [first] = tasks.filter(
      (task: { predictions: { result: unknown[] }[] }) => task.predictions[0]!.result.length > 0,
    );
    expect(first.predictions[0].score).toBeGreaterThan(0);
    predict("--in", at("documents.jsonl"), "--out", at("plain.jsonl"));
    const { micro } = JSON.parse(
      lacuna(["score", "--gold", `${at("plain.jsonl")}:complete`, "--pred", out, "--json"]).stdout,
    );
    expect(micro).toMatchObject({ f1: 100 });
  });

  test("a spreadsheet, and marked text for a person", () => {
    writeFileSync(at("documents.jsonl"), jsonl(documents));
    const [csv, pretty] = [
      predict("--in", at("documents.jsonl"), "--format", "csv"),
      predict("--in", at("documents.jsonl"), "--format", "pretty"),
    ];
    const rows = csv.stdout
      .trimEnd()
      .split("\n")
      .map((row) => row.split(","));
    expect(rows[0]!.slice(0, 8)).toEqual(["doc", "id", "sentence", "start", "end", "label", "text", "score"]);
    const named = rows.slice(1).filter((row) => row.length === rows[0]!.length);
    expect(named.length).toBeGreaterThan(5);
    for (const [, id, , start, end, , text] of named) {
      expect(documents.find((each) => String(each.id) === id)!.text.slice(Number(start), Number(end))).toBe(
        text,
      );
    }
    expect(pretty.stdout.split(" | ").length).toBe(rows.length);
    predict("--in", at("documents.jsonl"), "--out", at("found.csv"));
    expect(readFileSync(at("found.csv"), "utf8")).toBe(csv.stdout);
  });

  test("--json with the sentences on standard output is refused before anything is done", () => {
    const { code, stdout, stderr } = lacuna(["predict", "--model", at("model"), "--json"], {
      input: "Ann left.",
    });
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toBe("error: --json and --out - both want standard output\nhint: give --out a file\n");
  });

  testWith(needs.terminal, "at a terminal it says what it waits for, and marks what it finds", () => {
    const command = `${process.execPath} dist/cli/main.js predict --model ${at("model")}`;
    const name = dev.find(({ entities }) => entities.length > 0)!;
    const input = `${name.text}\n\u0004`;
    const { stdout } = spawnSync("script", ["-qec", command, "/dev/null"], {
      input,
      encoding: "utf8",
      env: { ...process.env, NO_COLOR: "1" },
    });
    const lines = stdout.split(/\r?\n/);
    expect(lines).toContain("reading text from the terminal: type or paste it, end it with Ctrl-D");
    expect(lines.some((line) => /\[.+ \| [A-Z]+ \d\.\d\d\]/.test(line))).toBe(true);
    expect(stdout).not.toContain('{"tokens"');
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
