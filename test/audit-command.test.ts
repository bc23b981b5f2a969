import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AuditEvent, AuditFinished } from "../src/audit/event.ts";
import type { Suggestion } from "../src/audit/suggest/suggestion.ts";
import type { Sentence } from "../src/data/index.ts";
import { lacuna } from "./support/lacuna-command.ts";
import { maskedDemo } from "./support/review/tiny-audit.ts";

const folder = mkdtempSync(join(tmpdir(), "lacuna-audit-command-"));
const at = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

const sentences = maskedDemo(200);

/** Small and quick: seconds, not minutes. */
const small = [
  "--data",
  at("masked.jsonl"),
  "--folds",
  "2",
  "--epochs",
  "3",
  "--threads",
  "1",
  "--set",
  "encoder.width=32",
  "encoder.depth=1",
  "features.hashed.dim=32",
  'features.hashed.columns=[{"feature":"lower","rows":2000},{"feature":"shape","rows":200}]',
  "features.hashed.ngrams=null",
  "optimiser.learningRate=0.01",
  "batch.sentences=8",
  "checkpoint.seconds=0",
];

const lines = <T>(text: string): T[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
const read = <T>(name: string) => lines<T>(readFileSync(at(name), "utf8"));
const suggestionsOf = (out: string) =>
  lines<Suggestion>(readFileSync(join(out, "suggestions.jsonl"), "utf8"));

beforeAll(() => {
  writeFileSync(at("masked.jsonl"), sentences.map((own) => `${JSON.stringify(own)}\n`).join(""));
  const { code, stderr } = lacuna(["audit", ...small, "--out", at("audit")]);
  expect(stderr).toBe("");
  expect(code).toBe(0);
}, 60_000);

describe("audit", () => {
  test("for a person: what is done, what is missing by type, how it holds against what was hidden", () => {
    const { code, stdout } = lacuna(["audit", ...small, "--out", at("told")]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^200 sentences, [\d,]+ words, [\d,]+ labelled entities of 4 types \(LOC, ORG, PER, PRODUCT\)$/m,
    );
    expect(stdout).toMatch(/^model 1\/2 trained, [\d,]+ steps, \d:\d\d$/m);
    expect(stdout).toMatch(/^model 2\/2 predicted, [\d,]+ candidates, \d:\d\d$/m);
    expect(stdout).toMatch(
      /^the labels are about [\d.]+ % complete: about [\d,]+ entities are missing \([\d,]+ to [\d,]+\)$/m,
    );
    expect(stdout).toMatch(/^PRODUCT +\d+ +\d+ +\d+ to \d+ +[\d.]+ % +\d+ +\d+$/m);
    expect(stdout).toMatch(/^ {2}above the cut: [\d,]+, precision [\d.]+ %, recall [\d.]+ %$/m);
    expect(stdout).toContain(`report:      ${join(at("told"), "report.html")}\n`);
    // The same seed, the same suggestions.
    const [one, other] = ["audit", "told"].map((out) =>
      readFileSync(join(at(out), "suggestions.jsonl"), "utf8"),
    );
    expect(one).toBe(other);
  });

  test("a kill between folds, a kill within one, --resume: the same suggestions, no fold done twice", async () => {
    const out = at("killed");
    const killWhen = async (args: readonly string[], isTime: (event: AuditEvent) => boolean) => {
      const main = join("dist", "cli", "main.js");
      const child = spawn(process.execPath, [main, "audit", ...args, "--out", out, "--json"]);
      let isKilled = false;
      for await (const line of createInterface({ input: child.stdout })) {
        if (isKilled || !isTime(JSON.parse(line))) continue;
        isKilled = true;
        child.kill("SIGKILL");
      }
      expect(isKilled).toBe(true);
    };
    await killWhen(small, ({ kind }) => kind === "predicted");
    const predictions = join(out, "folds", "1", "predictions.jsonl");
    const before = statSync(predictions).mtimeMs;
    await killWhen(
      ["--resume"],
      (event) => event.kind === "training" && event.event.kind === "saved" && event.event.step >= 10,
    );
    expect(existsSync(join(out, "audit.json"))).toBe(false);
    const { code, stdout, stderr } = lacuna(["audit", "--out", out, "--resume", "--json"]);
    expect([code, stderr]).toEqual([0, ""]);
    const events = lines<AuditEvent>(stdout);
    expect(events[0]).toMatchObject({ kind: "started", done: 1, models: 2 });
    const resumed = events.find((event) => event.kind === "training" && event.event.kind === "started");
    expect(resumed).toMatchObject({ model: 2, event: { resumedAt: expect.any(Number) } });
    expect((resumed as { event: { resumedAt: number } }).event.resumedAt).toBeGreaterThanOrEqual(10);
    expect(statSync(predictions).mtimeMs).toBe(before);
    const { summary } = events.at(-1) as AuditFinished;
    expect(summary.data.sentences).toBe(200);
    expect(suggestionsOf(out)).toEqual(suggestionsOf(at("audit")));
    const again = lacuna(["audit", "--out", out, "--resume"]);
    expect(again.stdout).toContain(`the audit in "${out}" is finished`);
    expect(again.stdout).toContain("the labels are about");
  }, 60_000);

  test("--model predicts with a model that is there", () => {
    const model = join(at("audit"), "folds", "1");
    const args = ["--data", at("masked.jsonl"), "--model", model, "--out", at("given"), "--json"];
    const { code, stdout } = lacuna(["audit", ...args]);
    expect(code).toBe(0);
    const events = lines<AuditEvent>(stdout);
    expect(events.map(({ kind }) => kind)).toEqual(["started", "model", "predicted", "finished"]);
    expect((events.at(-1) as AuditFinished).summary.models).toMatchObject({
      way: "model",
      method: "weighted",
    });
  });

  test.each([
    [["--out", at("none")], "there is nothing to audit"],
    [["--out", at("none"), "--resume"], "there is no audit to resume"],
    [[...small, "--out", at("audit")], "is not empty"],
    [
      ["--data", at("masked.jsonl"), "--model", "m", "--epochs", "3", "--out", at("none")],
      "--epochs says how models are trained",
    ],
    [["--data", "gone.jsonl", "--out", at("none")], 'cannot read "gone.jsonl": no such file'],
    [["--data", at("masked.jsonl"), "--folds", "1", "--out", at("none")], '"folds"'],
    [["--data", at("masked.jsonl"), "--set", "epoch=3", "--out", at("none")], 'unknown key "epoch"'],
  ])("a mistake is told in one line: audit %j", (args, message) => {
    const { code, stderr } = lacuna(["audit", ...args]);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("    at ");
    expect(code).toBe(2);
  });

  test("another config is refused on resuming", () => {
    rmSync(join(at("told"), "audit.json"));
    const { code, stderr } = lacuna(["audit", ...small, "--seed", "9", "--out", at("told"), "--resume"]);
    expect(stderr).toContain("was begun with another config");
    expect(code).toBe(2);
  });
});

describe("apply", () => {
  const apply = (...args: string[]) =>
    lacuna(["apply", "--data", at("masked.jsonl"), "--suggestions", at("audit"), ...args]);

  test("writes the corpus with what is suggested, and says how many", () => {
    const suggested = suggestionsOf(at("audit")).filter((own) => own.suggested);
    const added = suggested.filter(({ kind }) => kind === "missed").length;
    const { code, stdout } = apply("--out", at("better.jsonl"), "--json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ added, changed: suggested.length - added, known: 0 });
    const better = read<Sentence>("better.jsonl");
    const count = (all: readonly Sentence[]) => all.reduce((sum, { entities }) => sum + entities.length, 0);
    expect(count(better)).toBe(count(sentences) + added);
    for (const { sentence, start, end, label, probability } of suggested) {
      expect(better[sentence]!.entities).toContainEqual({ start, end, label, score: probability });
    }
    expect(better.every(({ completeness }) => completeness === "partial")).toBe(true);
  });

  test("at a chosen precision, one kind, called complete, in another format", () => {
    const missed = suggestionsOf(at("audit")).filter(({ kind }) => kind === "missed");
    // The mean of the three best, and no more than these.
    const wish = (missed[0]!.probability + missed[1]!.probability + missed[2]!.probability) / 3 - 1e-9;
    const args = ["--precision", String(wish), "--only", "missed", "--complete"];
    const { stdout } = apply(...args, "--out", at("sure.jsonl"));
    const [, accepted, all, added] =
      /^(\d+) of (\d+) suggestions accepted: (\d+) entities added, 0 changed\n/.exec(stdout)!;
    expect(Number(all)).toBe(suggestionsOf(at("audit")).length);
    expect(added).toBe(accepted);
    const means = missed.map(
      (_, i) => missed.slice(0, i + 1).reduce((sum, own) => sum + own.probability, 0) / (i + 1),
    );
    expect(Number(accepted)).toBe(means.filter((mean) => mean >= wish).length);
    expect(stdout).toContain(`${(100 * means[Number(accepted) - 1]!).toFixed(1)} % should be right`);
    expect(read<Sentence>("sure.jsonl").every(({ completeness }) => completeness === "complete")).toBe(true);
    const columns = apply(...args, "--out", at("sure.conll"));
    expect(columns.code).toBe(0);
    expect(readFileSync(at("sure.conll"), "utf8")).toMatch(/\t[BS]-(PER|LOC|ORG|PRODUCT)/);
  });

  test("a file that was gone through by hand", () => {
    const [first] = suggestionsOf(at("audit"));
    writeFileSync(at("reviewed.jsonl"), `${JSON.stringify(first)}\n`);
    const args = ["--data", at("masked.jsonl"), "--suggestions", at("reviewed.jsonl"), "--probability", "0"];
    const { code, stdout } = lacuna(["apply", ...args, "--out", at("one.jsonl"), "--json"]);
    expect(code).toBe(0);
    const { added, changed } = JSON.parse(stdout);
    expect(added + changed).toBe(1);
  });

  test("other data is refused, and nothing is written", () => {
    writeFileSync(at("other.jsonl"), readFileSync(at("masked.jsonl"), "utf8").replace(/\n.*\n/, "\n"));
    const args = ["--data", at("other.jsonl"), "--suggestions", at("audit"), "--out", at("never.jsonl")];
    const { code, stderr } = lacuna(["apply", ...args]);
    expect([code, existsSync(at("never.jsonl"))]).toEqual([2, false]);
    expect(stderr).toContain("the suggestions were made for other data");
    const gone = lacuna(["apply", "--data", "x", "--suggestions", at("gone"), "--out", at("never.jsonl")]);
    expect(gone.stderr).toContain("no such file");
    expect(gone.code).toBe(2);
  });
});
