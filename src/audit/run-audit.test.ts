import { existsSync } from "node:fs";
import { cp, mkdtemp, readFile, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditAll, maskedDemo, tinyAuditConfig } from "../../test/support/review/tiny-audit.ts";
import { entityKey, overlaps } from "../data/index.ts";
import { UserError } from "../errors.ts";
import { trainedOn } from "../tagging/index.ts";
import type { AuditEvent, AuditFinished } from "./event.ts";
import { auditFiles, foldFolder } from "./folder.ts";
import type { Suggestion } from "./suggest/suggestion.ts";

const sentences = maskedDemo(160);
const data = { sentences, notices: ["this is a test"] };
const config = tinyAuditConfig({}, { epochs: 2 });

let root: string;
let whole: AuditEvent[];
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "lacuna-audit-"));
  whole = await auditAll(config, join(root, "whole"), { data });
}, 60_000);
afterAll(() => rm(root, { recursive: true }));

const finished = (events: readonly AuditEvent[]) => events.at(-1) as AuditFinished;
const kinds = (events: readonly AuditEvent[]) =>
  events.filter(({ kind }) => kind !== "training").map(({ kind }) => kind);
const read = (out: string, name: string) => readFile(join(root, out, name), "utf8");
const suggestionsOf = async (out: string): Promise<Suggestion[]> =>
  (await read(out, "suggestions.jsonl"))
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("a whole audit", () => {
  test("tells what it does, in order", () => {
    expect(kinds(whole)).toEqual([
      "started",
      "model",
      "model",
      "predicted",
      "model",
      "model",
      "predicted",
      "finished",
    ]);
    expect(whole[0]).toMatchObject({ sentences: 160, models: 2, done: 0, notices: ["this is a test"] });
    const trained = whole.filter((event) => event.kind === "training" && event.event.kind === "started");
    const sizes = trained.map((event) => (event as { event: { sentences: number } }).event.sentences);
    // Each model is trained on what the other predicts.
    expect(sizes.reduce((a, b) => a + b, 0)).toBe(160);
  });

  test("every suggestion has its words, its evidence, and contradicts no other", async () => {
    const suggestions = await suggestionsOf("whole");
    expect(suggestions.length).toBeGreaterThan(20);
    const probabilities = suggestions.map(({ probability }) => probability);
    expect(probabilities).toEqual(probabilities.toSorted((a, b) => b - a));
    for (const suggestion of suggestions) {
      const { tokens, entities, text, offsets } = sentences[suggestion.sentence]!;
      const shown = text!.slice(offsets![suggestion.start]![0], offsets![suggestion.end - 1]![1]);
      expect(suggestion.text).toBe(shown);
      expect(suggestion.suggested).toBe(suggestion.probability >= 0.5);
      expect(entities.map(entityKey)).not.toContain(entityKey(suggestion));
      expect(suggestion.end).toBeLessThanOrEqual(tokens.length);
      const { score, folds, surface, neighbours, dictionary } = suggestion.evidence;
      expect(score).toBeGreaterThanOrEqual(0.01);
      expect(folds!.of).toBe(2);
      expect(folds!.agree).toBeLessThanOrEqual(2);
      expect(surface.labelled).toBeLessThanOrEqual(surface.occurrences);
      expect(dictionary).toBeUndefined();
      for (const neighbour of neighbours) {
        const other = sentences[neighbour.sentence]!;
        expect(other.entities.map(entityKey)).toContain(entityKey(neighbour));
        expect(neighbour.sentence === suggestion.sentence && overlaps(neighbour, suggestion)).toBe(false);
      }
      if (score >= 0.05) expect(neighbours).toHaveLength(3);
      if (suggestion.kind === "wrong") {
        expect(entities.map(entityKey)).toContain(entityKey(suggestion.was));
        expect(overlaps(suggestion.was, suggestion)).toBe(true);
      }
    }
    expect(suggestions.some(({ evidence }) => evidence.folds!.agree > 0)).toBe(true);
  });

  test("the summary counts what the files hold, and holds it against what was hidden", async () => {
    const { summary } = finished(whole);
    expect(JSON.parse(await read("whole", "audit.json"))).toEqual(JSON.parse(JSON.stringify(summary)));
    const suggestions = await suggestionsOf("whole");
    const missed = suggestions.filter(({ kind }) => kind === "missed");
    expect(summary.suggestions.missed).toBe(missed.length);
    expect(summary.suggestions.wrong).toBe(suggestions.length - missed.length);
    const hidden = sentences.flatMap((sentence) => sentence.hidden ?? []);
    const entities = sentences.flatMap((sentence) => sentence.entities);
    expect(summary.total.labelled).toBe(entities.length);
    expect(summary.types.map(({ labelled }) => labelled).reduce((a, b) => a + b)).toBe(entities.length);
    const isRight = (suggestion: Suggestion) =>
      sentences[suggestion.sentence]!.hidden!.some((entity) => entityKey(entity) === entityKey(suggestion));
    const { check } = summary;
    expect(check!.hidden).toBe(hidden.length);
    const first = missed.slice(0, 100);
    expect(check!.first[0]!.precision).toBeCloseTo(first.filter(isRight).length / first.length, 12);
    const cut = missed.filter(({ suggested }) => suggested);
    expect(check!.cut).toMatchObject({ suggestions: cut.length, right: cut.filter(isRight).length });
    expect(check!.cut.recall).toBeCloseTo(cut.filter(isRight).length / hidden.length, 12);
    expect(check!.types.reduce((sum, type) => sum + type.hidden, 0)).toBe(hidden.length);
    expect(summary.curve.reduce((sum, { spans }) => sum + spans, 0)).toBe(
      [...summary.histogram.labelled, ...summary.histogram.unlabelled].reduce((a, b) => a + b),
    );
  });

  test("the report is a page", async () => {
    expect(await read("whole", "report.html")).toMatch(/^<!doctype html>/i);
  });
});

describe("resuming", () => {
  test("stopped in the first model, then between folds: ends with the same files, nothing done twice", async () => {
    const out = join(root, "pieces");
    const stop = new AbortController();
    const first = await auditAll(config, out, { data, signal: stop.signal }, (event) => {
      if (event.kind === "training" && event.event.kind === "step" && event.event.step === 5) stop.abort();
    });
    expect(first.at(-1)).toEqual({ kind: "stopped", model: 1 });
    const between = new AbortController();
    const second = await auditAll(config, out, { data, resume: true, signal: between.signal }, (event) => {
      if (event.kind === "predicted") between.abort();
    });
    const went = second.find((event) => event.kind === "training" && event.event.kind === "started");
    expect(went).toMatchObject({ event: { resumedAt: 5 } });
    expect(second.at(-1)).toEqual({ kind: "stopped", model: 2 });
    const before = await stat(foldFolder(out, 0).predictions);
    const third = await auditAll(config, out, { data, resume: true });
    expect(third[0]).toMatchObject({ kind: "started", done: 1 });
    expect(third.filter((event) => "model" in event && event.model === 1)).toEqual([]);
    expect((await stat(foldFolder(out, 0).predictions)).mtimeMs).toBe(before.mtimeMs);
    expect(await read("pieces", "suggestions.jsonl")).toBe(await read("whole", "suggestions.jsonl"));
    const { resumed, ...rest } = finished(third).summary;
    expect(resumed).toBe(true);
    expect({ ...rest, seconds: 0 }).toEqual({ ...finished(whole).summary, seconds: 0 });
  });

  test("a fold that was trained but has not predicted only predicts", async () => {
    const out = join(root, "unpredicted");
    await auditAll(config, out, { data });
    await rm(foldFolder(out, 1).predictions);
    const again = await auditAll(config, out, { data, resume: true });
    expect(kinds(again)).toEqual(["started", "model", "predicted", "finished"]);
    expect(again.filter(({ kind }) => kind === "training")).toEqual([]);
    expect(await read("unpredicted", "suggestions.jsonl")).toBe(await read("whole", "suggestions.jsonl"));
  });

  test("predictions of Lacuna 0.1 are taken as they are", async () => {
    const out = join(root, "former");
    await cp(join(root, "whole"), out, { recursive: true });
    for (const fold of [0, 1]) {
      const { model, predictions } = foldFolder(out, fold);
      await rename(predictions, join(model, "judgements.jsonl"));
    }
    const again = await auditAll(config, out, { data, resume: true });
    expect(kinds(again)).toEqual(["started", "finished"]);
    expect(again[0]).toMatchObject({ kind: "started", done: 2 });
    expect(await read("former", "suggestions.jsonl")).toBe(await read("whole", "suggestions.jsonl"));
  });

  test("other data, another config and no audit at all are refused", async () => {
    const at = sentences.findIndex(({ entities }) => entities.length > 0);
    const other = { ...data, sentences: sentences.with(at, { ...sentences[at]!, entities: [] }) };
    const out = join(root, "whole");
    await expect(auditAll(config, out, { data: other, resume: true })).rejects.toThrow(
      "the data is not what",
    );
    const more = tinyAuditConfig({ folds: 3 }, { epochs: 2 });
    await expect(auditAll(more, out, { data, resume: true })).rejects.toThrow("another config");
    await expect(auditAll(config, join(root, "none"), { data, resume: true })).rejects.toThrow(UserError);
  });
});

test("the fast way trains one encoder and a head for each fold", async () => {
  const out = join(root, "fast");
  const events = await auditAll(tinyAuditConfig({ way: "fast" }, { epochs: 2 }), out, { data });
  const starts = events.flatMap((event) =>
    event.kind === "training" && event.event.kind === "started"
      ? [{ model: event.model, ...event.event }]
      : [],
  );
  expect(starts.map(({ model, sentences: count }) => [model, count])).toEqual([
    [0, 160],
    [1, starts[1]!.sentences],
    [2, 160 - starts[1]!.sentences],
  ]);
  // Heads are a small part of all weights.
  expect(starts[0]!.parameters.trainable).toBeGreaterThan(5 * starts[1]!.parameters.trainable);
  const { summary } = finished(events);
  expect(summary.models).toMatchObject({ way: "fast", count: 2 });
  expect(summary.notices.join()).toContain("underestimated");
});

describe("a model that is there already", () => {
  const given = () => foldFolder(join(root, "whole"), 0).model;
  const asked = () => ({ way: "model", model: given(), folds: 2 });

  test("predicts, and is, calibrated by its labels", async () => {
    const out = join(root, "given");
    const events = await auditAll(tinyAuditConfig(asked()), out, { data });
    expect(kinds(events)).toEqual(["started", "model", "predicted", "finished"]);
    const { summary } = finished(events);
    expect(summary).toMatchObject({
      calibration: "labels",
      models: { way: "model", count: 1, method: "uniform" },
    });
    const suggestions = await suggestionsOf("given");
    expect(suggestions.length).toBeGreaterThan(10);
    expect(suggestions.every(({ evidence }) => evidence.folds === undefined)).toBe(true);
    expect(existsSync(join(out, "folds"))).toBe(false);
  });

  test("on its own training sentences is warned of: when it starts, in the summary and in the report", async () => {
    const out = join(root, "own");
    const { model } = foldFolder(join(root, "whole"), 0);
    const mine = (await trainedOn(model))!;
    const own = sentences.filter((sentence) => mine.has(sentence));
    expect(own.length).toBeGreaterThan(60);
    const others = sentences.filter((sentence) => !mine.has(sentence));
    const [all, none] = [own, others].map((some) => ({ sentences: some, notices: [] }));
    const events = await auditAll(tinyAuditConfig(asked()), out, { data: all! });
    const { summary } = finished(events);
    expect(summary.warnings?.[0]?.message).toContain(
      `was trained on 100 % (${own.length} of ${own.length}) of the audited sentences`,
    );
    expect(summary.warnings?.[0]?.advice[0]).toContain("leave out --model");
    expect(events[0]).toMatchObject({ kind: "started", warnings: summary.warnings });
    expect(await readFile(join(out, auditFiles.report), "utf8")).toContain("of the audited sentences");
    const clean = await auditAll(tinyAuditConfig(asked()), join(root, "others"), { data: none! });
    expect(finished(clean).summary.warnings).toBeUndefined();
    expect(finished(clean).summary.notices.join()).not.toContain("was not trained on");
  });

  test("without labels its own probabilities are given, and that is said", async () => {
    const bare = sentences.map(({ hidden: _, ...sentence }) => ({ ...sentence, entities: [] }));
    const events = await auditAll(tinyAuditConfig(asked()), join(root, "bare"), {
      data: { sentences: bare, notices: [] },
    });
    const { summary } = finished(events);
    expect(summary.calibration).toBe("none");
    expect(summary.notices.join()).toContain("not calibrated");
    expect(summary.check).toBeUndefined();
    for (const { kind, probability, evidence } of await suggestionsOf("bare")) {
      expect(kind).toBe("missed");
      expect(probability).toBeCloseTo(Math.min(0.99, evidence.score), 5);
      expect(evidence.neighbours).toEqual([]);
    }
    expect(summary.total.labelled).toBe(0);
    expect(summary.total.missing.value).toBeGreaterThan(0);
  });
});

test("complete sentences beside the data calibrate", async () => {
  const dev = maskedDemo(400, 0)
    .slice(200)
    .map((sentence) => ({ ...sentence, completeness: "complete" as const }));
  const events = await auditAll(config, join(root, "dev"), { data: { ...data, dev } });
  const { summary } = finished(events);
  expect(summary.calibration).toBe("complete");
  expect(summary.check!.estimate.missing.high).toBeGreaterThan(summary.check!.estimate.missing.low);
});

test("data without labels needs a model", async () => {
  const bare = sentences.map((sentence) => ({ ...sentence, entities: [] }));
  const work = auditAll(config, join(root, "unlabelled"), { data: { sentences: bare, notices: [] } });
  await expect(work).rejects.toThrow("no entity is labelled");
});
