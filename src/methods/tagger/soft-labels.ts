import { entityKey } from "../../data/index.ts";
import { entryAt, zip } from "../../entries.ts";
import type { StoredTensor } from "../../graph/index.ts";
import type { LabelSet, ScoredEntity } from "../../models/index.ts";
import { NON_ENTITY, overlapFilter } from "../../models/index.ts";
/** Posteriors for a sentence: those of one model, or the average of several. */
export interface SoftLabels {
  /** How many models are behind it. */
  readonly votes: number;
  /** Everything that may be an entity, each with its probability as `score`; they may overlap. */
  readonly entities: readonly ScoredEntity[];
  /** How likely each word is in some entity. */
  readonly inside: Float32Array;
  /** How likely each labelled entity is, in the order of the labels. */
  readonly labelled: Float32Array;
}

/** The average of two, each weighted by the number of models behind it. */
export function averageSoftLabels(one: SoftLabels, other: SoftLabels): SoftLabels {
  const votes = one.votes + other.votes;
  const [own, others] = [one.votes / votes, other.votes / votes];
  const mean = (a: Float32Array, b: Float32Array) =>
    a.map((value, i) => own * value + others * entryAt(b, i));
  const found = new Map<string, ScoredEntity>();
  for (const [{ entities }, weight] of [[one, own] as const, [other, others] as const]) {
    for (const entity of entities) {
      const key = entityKey(entity);
      found.set(key, { ...entity, score: (found.get(key)?.score ?? 0) + weight * entity.score });
    }
  }
  return {
    votes,
    entities: [...found.values()],
    inside: mean(one.inside, other.inside),
    labelled: mean(one.labelled, other.labelled),
  };
}

/** The likeliest entities of which no two share a word. */
export function likeliest(entities: readonly ScoredEntity[]): ScoredEntity[] {
  return entities
    .toSorted((a, b) => b.score - a.score || a.start - b.start)
    .filter(overlapFilter({ mode: "flat" }));
}

const [FOUND, SCORES, INSIDE, LABELLED, LENGTHS] = [
  "softLabels.found",
  "softLabels.scores",
  "softLabels.inside",
  "softLabels.labelled",
  "softLabels.lengths",
];

/** What the tensors were called in checkpoints of format 1. */
const formerName = (name: string) => name.replace("softLabels", "opinions");

/** Soft labels by sentence as tensors, for a checkpoint. */
export function storeSoftLabels(
  softLabels: ReadonlyMap<number, SoftLabels>,
  labels: LabelSet,
): ReadonlyMap<string, StoredTensor> {
  const all = [...softLabels];
  if (all.length === 0) return new Map();
  const found = all.flatMap(([sentence, { entities }]) =>
    entities.flatMap(({ start, end, label }) => [sentence, start, end, labels.classOf(label) ?? NON_ENTITY]),
  );
  const floats = (of: (soft: SoftLabels) => Iterable<number>): StoredTensor => {
    const data = Float32Array.from(all.flatMap(([, soft]) => [...of(soft)]));
    return { dtype: "F32", shape: [data.length], data };
  };
  const lengths = all.flatMap(([sentence, { votes, inside, labelled }]) => [
    sentence,
    votes,
    inside.length,
    labelled.length,
  ]);
  return new Map([
    [FOUND, { dtype: "F64", shape: [found.length / 4, 4], data: Float64Array.from(found) }],
    [SCORES, floats(({ entities }) => entities.map(({ score }) => score))],
    [INSIDE, floats(({ inside }) => inside)],
    [LABELLED, floats(({ labelled }) => labelled)],
    [LENGTHS, { dtype: "F64", shape: [all.length, 4], data: Float64Array.from(lengths) }],
  ]);
}

/** The other way round. */
export function restoreSoftLabels(
  tensors: ReadonlyMap<string, StoredTensor>,
  labels: LabelSet,
): Map<number, SoftLabels> {
  const stored = (name: string) => tensors.get(name) ?? tensors.get(formerName(name));
  const floats = (name: string) => {
    const tensor = stored(name);
    return tensor?.dtype === "F32" ? tensor.data : new Float32Array(0);
  };
  /** A table of four columns. */
  const rows = (name: string) => {
    const tensor = stored(name);
    const data = tensor?.dtype === "F64" ? tensor.data : new Float64Array(0);
    return Array.from({ length: data.length / 4 }, (_, i) => data.subarray(4 * i, 4 * i + 4));
  };
  const [inside, labelled] = [floats(INSIDE), floats(LABELLED)];
  const restored = new Map<number, SoftLabels & { readonly entities: ScoredEntity[] }>();
  let [word, label] = [0, 0];
  for (const [sentence = 0, votes = 0, words = 0, entities = 0] of rows(LENGTHS)) {
    restored.set(sentence, {
      votes,
      entities: [],
      inside: inside.slice(word, word + words),
      labelled: labelled.slice(label, label + entities),
    });
    word += words;
    label += entities;
  }
  for (const [score, [sentence = 0, start = 0, end = 0, number = 0]] of zip(floats(SCORES), rows(FOUND))) {
    restored.get(sentence)?.entities.push({ start, end, label: labels.labelOf(number), score });
  }
  return restored;
}
