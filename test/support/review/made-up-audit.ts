import type { Neighbour, Suggestion } from "../../../src/audit/suggest/suggestion.ts";
import type { AuditSummary, CurvePoint, Estimate } from "../../../src/audit/summary.ts";
import { type Entity, maskSentence, overlaps, type Sentence } from "../../../src/data/index.ts";
import { demoCorpus } from "../../../src/demo/index.ts";
import { Random } from "../../../src/random.ts";

export interface MadeUpAudit {
  readonly summary: AuditSummary;
  readonly suggestions: readonly Suggestion[];
  readonly sentences: readonly Sentence[];
}

/** An audit as it might come out for the embedded corpus, three entities in ten of which were masked: no model was trained for it. */
export function madeUpAudit({ size = 1500, seed = 1 } = {}): MadeUpAudit {
  const random = new Random(seed);
  const sentences = demoCorpus({ train: size, dev: 0, test: 0 }).train.map((sentence) =>
    maskSentence(sentence, 0.3, random),
  );
  const labelled = sentences.flatMap((sentence, at) => sentence.entities.map((entity) => ({ at, entity })));
  const text = (at: number, { start, end }: { start: number; end: number }) =>
    sentences[at]!.tokens.slice(start, end).join(" ");
  const near = (label: string): Neighbour[] =>
    Array.from({ length: 3 }, () => random.pick(labelled.filter(({ entity }) => entity.label === label)))
      .map(({ at, entity }) => ({
        ...entity,
        sentence: at,
        text: text(at, entity),
        similarity: 0.97 - random.uniform() * 0.3,
      }))
      .sort((a, b) => b.similarity - a.similarity);
  const labels = [...new Set(labelled.map(({ entity }) => entity.label))].sort();
  const core = (at: number, { start, end, label }: Entity, probability: number) => {
    const agree = Math.min(4, Math.round(probability * 4 + random.uniform()));
    const occurrences = random.below(6);
    return {
      sentence: at,
      start,
      end,
      label,
      probability,
      suggested: probability >= 0.5,
      text: text(at, { start, end }),
      evidence: {
        score: Math.min(0.9999, probability * 0.98),
        folds: { agree, of: 4 },
        surface: { labelled: Math.round(occurrences * probability), occurrences },
        neighbours: near(label),
        ...(random.uniform() < 0.3 ? { dictionary: [label] } : {}),
      },
    };
  };
  const suggestions: Suggestion[] = [];
  sentences.forEach((sentence, at) => {
    for (const entity of sentence.hidden ?? [])
      suggestions.push({ kind: "missed", ...core(at, entity, 1 - random.uniform() ** 2 * 0.7) });
    const start = random.below(sentence.tokens.length);
    const other = { start, end: start + 1, label: random.pick(labels) };
    const isFree = [...sentence.entities, ...(sentence.hidden ?? [])].every(
      (entity) => !overlaps(entity, other),
    );
    if (isFree && random.uniform() < 0.2)
      suggestions.push({ kind: "missed", ...core(at, other, 0.02 + random.uniform() ** 2 * 0.7) });
    const was = sentence.entities[0];
    if (was === undefined || random.uniform() > 0.02) return;
    const { start: first, end, label } = was;
    const better =
      end - first > 1
        ? { reason: "boundary" as const, start: first + 1, end, label }
        : {
            reason: "type" as const,
            start: first,
            end,
            label: random.pick(labels.filter((name) => name !== label)),
          };
    const { reason, ...entity } = better;
    suggestions.push({
      kind: "wrong",
      reason,
      was: { start: first, end, label },
      ...core(at, entity, 0.3 + random.uniform() * 0.6),
    });
  });
  suggestions.sort((a, b) => b.probability - a.probability);
  return { summary: madeUpSummary(sentences, suggestions, labels), suggestions, sentences };
}

/** A summary whose numbers fit the suggestions. */
function madeUpSummary(
  sentences: readonly Sentence[],
  suggestions: readonly Suggestion[],
  labels: readonly string[],
): AuditSummary {
  const count = (of: "entities" | "hidden", label?: string) =>
    sentences.reduce(
      (sum, sentence) =>
        sum + (sentence[of] ?? []).filter((entity) => label === undefined || entity.label === label).length,
      0,
    );
  const estimate = (label?: string): Estimate => {
    const labelled = count("entities", label);
    const missing = count("hidden", label) * 1.04;
    const room = 2 * Math.sqrt(missing) + missing * 0.04;
    const share = (lost: number) => labelled / (labelled + lost);
    return {
      labelled,
      missing: { value: missing, low: missing - room, high: missing + room },
      completeness: { value: share(missing), low: share(missing + room), high: share(missing - room) },
    };
  };
  const suggested = (kind: "missed" | "wrong", label?: string) =>
    suggestions.filter(
      (one) => one.kind === kind && one.suggested && (label === undefined || one.label === label),
    ).length;
  const above = suggestions.filter((one) => one.suggested);
  const edges = Array.from({ length: 21 }, (_, i) => i / 20);
  return {
    format: 1,
    lacuna: "0.1.0",
    data: {
      files: ["made-up-example.conll"],
      sentences: sentences.length,
      words: sentences.reduce((sum, { tokens }) => sum + tokens.length, 0),
      entities: count("entities"),
      fingerprint: "0",
    },
    models: { way: "folds", count: 4, method: "weighted", encoder: "cnn" },
    calibration: "labels",
    total: estimate(),
    types: labels.map((label) => ({
      label,
      ...estimate(label),
      suggested: { missed: suggested("missed", label), wrong: suggested("wrong", label) },
    })),
    suggestions: {
      missed: suggestions.filter(({ kind }) => kind === "missed").length,
      wrong: suggestions.filter(({ kind }) => kind === "wrong").length,
      suggested: { missed: suggested("missed"), wrong: suggested("wrong") },
      expectedPrecision:
        above.reduce((sum, { probability }) => sum + probability, 0) / Math.max(1, above.length),
    },
    curve: edges.slice(0, -1).map((edge): CurvePoint => {
      const score = edge + 0.025;
      // A curve of the form that the formulas of the audit give, with 70 % of entities labelled.
      const entity = 1 / (1 + Math.exp(-9 * (score - 0.45)));
      const share = 0.7 * entity;
      return {
        score,
        spans: 40 + Math.round(900 * (score - 0.5) ** 2),
        labelled: share,
        entity,
        missed: (share * (1 / 0.7 - 1)) / (1 - share),
      };
    }),
    histogram: {
      edges,
      labelled: edges.slice(0, -1).map((edge) => Math.round(8 + 700 * edge ** 8)),
      unlabelled: edges
        .slice(0, -1)
        .map((edge) => Math.round(4200 * Math.exp(-16 * edge) + 12 + 240 * edge ** 9)),
    },
    notices: [],
    seconds: 322,
    config: { method: "weighted", encoder: { kind: "cnn" }, seed: 1 },
  };
}
