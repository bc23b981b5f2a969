import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import type { BenchEvent, RunResult } from "../src/bench/index.ts";
import type { Sentence } from "../src/data/index.ts";
import { demoCorpus } from "../src/demo/index.ts";
import { lacuna } from "./support/lacuna-command.ts";

const folder = mkdtempSync(join(tmpdir(), "lacuna-bench-command-"));
const at = (...names: string[]) => join(folder, ...names);
afterAll(() => rmSync(folder, { recursive: true }));

const results = (out: string): RunResult[] =>
  readFileSync(join(out, "results.jsonl"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
const sum = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");

/** The share of the drawn negatives that are hidden entities, over all epochs. */
const missampledBy = ({ perEpoch }: ReturnType<typeof results>[number]) =>
  perEpoch.reduce((sum, { diagnostics }) => sum + diagnostics.missampling!, 0) / perEpoch.length;

describe("lacuna bench demo", () => {
  const out = at("demo");

  test("runs the suite, and prints the table, the expectation and where things are", {
    timeout: 120_000,
  }, () => {
    const { code, stdout, stderr } = lacuna([
      ...["bench", "demo", "--threads", "1", "--seeds", "1", "--only", "p0.7"],
      ...["--out", out, "--markdown", at("page.md")],
    ]);
    // No vectors are used, and the embedded corpus has nested names, which neither method finds as it is set.
    expect(stderr).toMatch(
      /^note: demo: words are learnt from scratch; .*\nnote: demo: \d+ of \d+ training entities share words with longer ones; .*\n$/,
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/^4 runs, 0 already finished, 2 to do \(one at a time, 1 thread each\)$/m);
    expect(stdout).toMatch(
      /^finished {2}demo-p0\.7\/cnn\/weighted\/seed1: test F1 \d+\.\d\d \(dev \d+\.\d\d\), 4 epochs, /m,
    );
    const [ce, weighted] = results(out);
    expect([ce!.run.name, weighted!.run.name]).toEqual([
      "demo-p0.7/cnn/ce/seed1",
      "demo-p0.7/cnn/weighted/seed1",
    ]);
    expect(stdout).toMatch(new RegExp(`^ce +not run yet +${ce!.test.f1.toFixed(2)}`, "m"));
    expect(stdout).toMatch(new RegExp(`^weighted +not run yet +${weighted!.test.f1.toFixed(2)}`, "m"));
    expect(stdout).toContain(
      `results: ${join(out, "results.jsonl")}\nreport:  ${join(out, "report.html")}\n`,
    );
    const tables = readFileSync(at("page.md"), "utf8");
    expect(tables).toContain(`| method | p = 0.7 |\n|---|---:|\n| \`ce\` | ${ce!.test.f1.toFixed(2)}`);
    expect(stdout).toMatch(
      /^cnn: a run took +epochs +of these main +encoders +words read by each +CPU time +time$/m,
    );
    expect(tables).toContain("Not measured yet: with `cnn` `ce` (p = 0), `weighted` (p = 0).");
    const report = readFileSync(join(out, "report.html"), "utf8");
    expect(report).toContain("F1 over epochs (cnn, p = 0.7)");
    expect(report).toMatch(/Map of \d+ spans of test as weighted sees them/);
  });

  test("a result has all that was asked for", () => {
    for (const result of results(out)) {
      const { test: scores, perEpoch, seconds, cpuSeconds, wordsPerSecond, version } = result;
      expect(scores.gold).toBeGreaterThan(100);
      expect(scores.perType.reduce((total, { gold }) => total + gold, 0)).toBe(scores.gold);
      expect(perEpoch.map(({ epoch }) => epoch)).toEqual([1, 2, 3, 4]);
      // Labels were hidden, so it is known what became of them.
      expect(missampledBy(result)).toBeGreaterThan(0);
      expect(seconds.total).toBeGreaterThan(seconds.train);
      expect(cpuSeconds).toBeGreaterThan(0.5);
      expect(wordsPerSecond.train).toBeGreaterThan(0);
      expect(result).toMatchObject({ threads: 1, resumed: 0, stopped: "epochs" });
      expect(version).toBe(JSON.parse(readFileSync("package.json", "utf8")).version);
    }
  });

  test("weighted draws fewer of the hidden entities than there are among all spans", () => {
    const [ce, weighted] = results(out);
    expect(missampledBy(weighted!)).toBeLessThan(missampledBy(ce!));
  });

  test("the score is what lacuna score says of the kept predictions", () => {
    const [, weighted] = results(out);
    const run = join(out, "runs", ...weighted!.run.name.split("/"));
    const gold = join(out, "data", "demo-test-100.jsonl");
    const { stdout } = lacuna(["score", "--gold", gold, "--pred", join(run, "predictions.jsonl"), "--json"]);
    const { perType: _, ...micro } = weighted!.test;
    expect(JSON.parse(stdout).micro).toEqual(micro);
  });

  test("what is done is not done again", () => {
    const result = join(out, "runs", "demo-p0.7", "cnn", "ce", "seed1", "result.json");
    const before = statSync(result).mtimeMs;
    const { code, stdout } = lacuna([
      ...["bench", "demo", "--threads", "1", "--seeds", "1", "--only", "p0.7", "--out", out, "--json"],
    ]);
    expect(code).toBe(0);
    const events: BenchEvent[] = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(events).toEqual([
      { kind: "planned", runs: 4, done: 2, left: 0, jobs: 1, threads: 1 },
      { kind: "stopped", reason: "done", finished: 0, failed: 0, left: 0 },
    ]);
    expect(statSync(result).mtimeMs).toBe(before);
  });

  test("--archive keeps results without models: another folder has them at once, and the same table", () => {
    const archive = at("archive", "demo.jsonl");
    const run = (folder: string, ...more: string[]) =>
      lacuna([
        ...["bench", "demo", "--threads", "1", "--seeds", "1", "--only", "p0.7"],
        ...["--out", folder, "--archive", archive, ...more],
      ]);
    expect(run(out).code).toBe(0);
    expect(statSync(archive).size).toBeLessThan(20_000);
    expect(readFileSync(archive, "utf8")).not.toContain(folder);
    const elsewhere = at("elsewhere");
    const { code, stdout } = run(elsewhere, "--markdown", at("elsewhere.md"));
    expect(code).toBe(0);
    expect(stdout).toMatch(/^4 runs, 2 already finished, 0 to do$/m);
    expect(results(elsewhere)).toEqual(results(out));
    expect(readFileSync(at("elsewhere.md"), "utf8")).toBe(readFileSync(at("page.md"), "utf8"));
    expect(existsSync(join(elsewhere, "runs", "demo-p0.7", "cnn", "ce", "seed1", "model"))).toBe(false);
  });

  test("--list tells what is done", () => {
    const { stdout } = lacuna(["bench", "demo", "--seeds", "1", "--only", "/ce/", "--out", out, "--list"]);
    expect(stdout).toMatch(
      /^run +test F1\ndemo-p0\/cnn\/ce\/seed1 +not run yet\ndemo-p0\.7\/cnn\/ce\/seed1 +\d+\.\d\d\n$/,
    );
  });
});

describe("files of the user's own", () => {
  const small = {
    encoder: { width: 16, depth: 1 },
    features: { hashed: { dim: 16, ngrams: null, columns: [{ feature: "lower", rows: 500 }] } },
  };
  const corpus = demoCorpus({ train: 60, dev: 20, test: 20 });
  const write = (name: string, sentences: readonly Sentence[]) => {
    mkdirSync(join(at("own"), "texts"), { recursive: true });
    const lines = sentences.map(({ tokens, entities }) => JSON.stringify({ tokens, entities }));
    writeFileSync(join(at("own"), "texts", name), `${lines.join("\n")}\n`);
  };
  write("train.jsonl", corpus.train);
  write("dev.jsonl", corpus.dev);
  write("test.jsonl", corpus.test);

  test("paths of a suite are seen from its file, wherever the command is given", { timeout: 60_000 }, () => {
    const suite = {
      format: 2,
      title: "Own",
      shows: "That files are found.",
      data: [
        {
          name: "own",
          train: ["texts/train.jsonl:partial"],
          dev: "texts/dev.jsonl",
          test: "texts/test.jsonl:partial",
        },
      ],
      groups: [{ data: ["own"], encoders: ["cnn"], rows: ["tagger"], epochs: 1, set: small }],
    };
    writeFileSync(join(at("own"), "suite.json"), JSON.stringify(suite));
    const { code, stdout, stderr } = lacuna([
      ...["bench", join(at("own"), "suite.json"), "--threads", "1", "--out", at("own-out")],
    ]);
    expect(stderr).not.toContain("error");
    expect(stdout).toContain("finished  own/cnn/tagger/seed1");
    expect(code).toBe(0);
  });

  test("without a suite: makes one beside the results, which runs again and finds all done", {
    timeout: 120_000,
  }, () => {
    const texts = (name: string) => join(at("own"), "texts", name);
    const out = at("compared");
    const args = [
      ...["bench", "--train", `${texts("train.jsonl")}:complete`, "--dev", texts("dev.jsonl")],
      ...["--test", texts("test.jsonl"), "--methods", "tagger,lacuna", "--seeds", "2", "--mask", "0.5"],
      ...["--epochs", "2", "--threads", "1", "--out", out, "--latex", join(at("paper"), "table.tex")],
      ...["--set", "encoder.width=16", "encoder.depth=1", "features.hashed.dim=16", "stopping.patience=null"],
    ];
    const { code, stdout, stderr } = lacuna(args);
    expect(stderr).not.toContain("error");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^4 runs, 0 already finished, 4 to do/m);
    expect(stdout).toMatch(/^cnn: precision \/ recall +texts-p0\.5$/m);
    expect(stdout).toMatch(/^lacuna +\d+\.\d\d ± \d+\.\d\d \/ \d+\.\d\d ± \d+\.\d\d$/m);
    expect(readFileSync(join(at("paper"), "table.tex"), "utf8")).toContain("\\toprule");
    expect(readFileSync(join(out, "tables.csv"), "utf8").split("\n")).toHaveLength(4);
    const words = corpus.train.reduce((sum, { tokens }) => sum + tokens.length, 0);
    // Two epochs; `lacuna` has two more before them, for completing, and three encoders.
    const cost = { tagger: [1, 2, 2 * words], lacuna: [3, 4, 4 * words] };
    for (const { run, encoders, epochs, words: read, dev } of results(out)) {
      expect([encoders, epochs, read]).toEqual(cost[run.row as keyof typeof cost]);
      // The dev score of a run is one number wherever it is told.
      const f1 = dev.f1.toFixed(2);
      expect(stdout).toMatch(new RegExp(`${run.name}: .* \\(dev ${f1}\\)`));
      const model = join(out, "runs", ...run.name.split("/"), "model");
      expect(readFileSync(join(model, "report.html"), "utf8")).toContain(`<dt>Dev F1</dt><dd>${f1}<`);
    }
    const lacunas = results(out).filter(({ run }) => run.row === "lacuna");
    const kept = lacunas.reduce((sum, { dev }) => sum + dev.f1, 0) / lacunas.length;
    expect(readFileSync(join(out, "report.html"), "utf8")).toContain(
      `the kept models as tested: ${kept.toFixed(2)}</title>`,
    );
    const again = lacuna(["bench", join(out, "suite.json"), "--threads", "1"]);
    expect(again.code).toBe(0);
    expect(again.stdout).toMatch(/^4 runs, 4 already finished, 0 to do$/m);
    expect(again.stdout).toContain(`${join("compared", "results.jsonl")}\n`);
    expect(lacuna([...args, "--methods", "tagger"]).stderr).toContain(
      "results that this comparison does not name",
    );
  });
});

describe("interrupted", () => {
  const suite = {
    format: 1,
    title: "To be killed",
    shows: "That nothing is lost.",
    data: [{ name: "demo", embedded: "demo", sentences: { train: 240, dev: 20, test: 40 } }],
    groups: [
      {
        data: ["demo"],
        mask: [0.5],
        encoders: ["cnn"],
        rows: ["uniform"],
        epochs: 8,
        set: {
          "encoder.width": 32,
          "encoder.depth": 1,
          "features.hashed.dim": 32,
          "features.hashed.ngrams": null,
          "features.hashed.columns": [{ feature: "lower", rows: 2000 }],
          "batch.sentences": 8,
          "checkpoint.seconds": 0.05,
          "stopping.patience": null,
        },
      },
    ],
  };
  writeFileSync(at("kill.json"), JSON.stringify(suite));
  const args = (out: string) => ["bench", at("kill.json"), "--threads", "1", "--out", out];
  const runOf = (out: string) => join(out, "runs", "demo-p0.5", "cnn", "uniform", "seed1");

  /** Begins or goes on with the bench, and gives it once the run has a checkpoint of this sitting. */
  async function atWork(out: string) {
    const begun = Date.now();
    const child = spawn(process.execPath, [join("dist", "cli", "main.js"), ...args(out)], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let text = "";
    child.stdout.on("data", (part) => {
      text += part;
    });
    const ended = new Promise<number | string | null>((done) => {
      child.on("close", (code, signal) => done(code ?? signal));
    });
    const usage = join(runOf(out), "usage.json");
    while (!existsSync(usage) || statSync(usage).mtimeMs < begun) {
      if (child.exitCode !== null) throw new Error(`it ended before it was interrupted: ${text}`);
      await sleep(10);
    }
    return { child, ended, text: () => text };
  }

  test("Ctrl-C and kill -9 lose nothing: the end is the same, to the bit", { timeout: 120_000 }, async () => {
    const [out, whole] = [at("killed"), at("whole")];
    const asked = await atWork(out);
    asked.child.kill("SIGINT");
    expect(await asked.ended).toBe(130);
    expect(asked.text()).toContain("stopped; 1 run left: repeat the command to continue");
    // Whoever was asked to stop has left nothing at work.
    expect(existsSync(join(runOf(out), ".lacuna-lock"))).toBe(false);
    expect(existsSync(join(runOf(out), "result.json"))).toBe(false);

    const killed = await atWork(out);
    const worker = JSON.parse(readFileSync(join(runOf(out), ".lacuna-lock"), "utf8")).owner.pid as number;
    killed.child.kill("SIGKILL");
    process.kill(worker, "SIGKILL");
    expect(await killed.ended).toBe("SIGKILL");
    expect(existsSync(join(runOf(out), "result.json"))).toBe(false);

    // A bench that is killed takes its workers with it: they see that it is gone, and leave a checkpoint.
    const orphaned = await atWork(out);
    orphaned.child.kill("SIGKILL");
    expect(await orphaned.ended).toBe("SIGKILL");

    expect(lacuna(args(out)).code).toBe(0);
    expect(lacuna(args(whole)).code).toBe(0);
    const [resumed, straight] = [results(out)[0]!, results(whole)[0]!];
    expect([resumed.resumed, straight.resumed]).toEqual([3, 0]);
    expect(resumed.test).toEqual(straight.test);
    expect(resumed.perEpoch).toEqual(straight.perEpoch);
    for (const file of ["predictions.jsonl", join("model", "weights.safetensors")]) {
      expect(sum(join(runOf(out), file)), file).toBe(sum(join(runOf(whole), file)));
    }
    // Four sittings were noted; the time of all counts.
    expect(JSON.parse(readFileSync(join(runOf(out), "usage.json"), "utf8"))).toHaveLength(4);
  });
});

describe("a mistake is told in one line", () => {
  test.each([
    [["bench"], "what is to be run?"],
    [["bench", "--train", "x.jsonl", "--methods", "ce"], "a bench without a suite also needs --dev, --test"],
    [["bench", "demo", "--methods", "ce"], '--methods: the suite "demo" says this itself'],
    [["bench", "--mask", "1"], "it must be probabilities from 0 to below 1"],
    [["bench", "nonsense"], 'unknown suite "nonsense"'],
    [["bench", "demo", "--only", "("], "--only:"],
    [["bench", "demo", "--budget", "0"], "it must be a number above 0"],
    [["bench", "ec-news", "--data", "nowhere"], "input files of the suite are missing"],
  ])("%j", (args, message) => {
    const { code, stderr } = lacuna([...args, "--out", at("unused")].slice(0, args.length === 1 ? 1 : 99));
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("    at ");
    expect(code).toBe(2);
    expect(existsSync(at("unused"))).toBe(false);
  });

  test("a run that fails is told, and the exit code says so", () => {
    const path = at("fails.json");
    const demo = JSON.parse(readFileSync("src/bench/suites/demo.json", "utf8"));
    // Nothing is labelled in what is left: training has nothing to learn from.
    const groups = [{ ...demo.groups[0], mask: [0.999999], rows: ["ce"], seeds: 1 }];
    writeFileSync(path, JSON.stringify({ ...demo, groups, expectations: [], baseline: null }));
    const { code, stdout } = lacuna(["bench", path, "--threads", "1", "--out", at("fails")]);
    expect(stdout).toContain("failed    demo-p0.999999/cnn/ce/seed1: error: no entity is labelled in");
    expect(stdout).toContain("1 run failed: repeat the command to try again");
    expect(code).toBe(1);
  });
});
