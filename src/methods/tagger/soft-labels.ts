import { type Entity, entityKey } from "../../data/index.ts";
import type { StoredTensor } from "../../graph/index.ts";
import type { LabelSet } from "../../models/index.ts";
import { overlapFilter } from "../../models/index.ts";
/** Posteriors for a sentence: those of one model, or the average of several. */
export interface SoftLabels {
  /** How many models are behind it. */
  readonly votes: number;
  /** Everything that may be an entity, each with its probability as `score`; they may overlap. */
  readonly entities: readonly Entity[];
  /** How likely each word is in some entity. */
  readonly inside: Float32Array;
  /** How likely each labelled entity is, in the order of the labels. */
  readonly labelled: Float32Array;
}

/** The average of two, each weighted by the number of models behind it. */
export function averageSoftLabels(one: SoftLabels, other: SoftLabels): SoftLabels {
  const votes = one.votes + other.votes;
  const [own, others] = [one.votes / votes, other.votes / votes];
  const mean = (a: Float32Array, b: Float32Array) => a.map((value, i) => own * value + others * b[i]!);
  const found = new Map<string, Entity>();
  for (const [{ entities }, weight] of [[one, own] as const, [other, others] as const]) {
    for (const entity of entities) {
      const key = entityKey(entity);
      found.set(key, { ...entity, score: (found.get(key)?.score ?? 0) + weight * entity.score! });
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
export function likeliest(entities: readonly Entity[]): Entity[] {
  return entities
    .toSorted((a, b) => b.score! - a.score! || a.start - b.start)
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
    entities.flatMap(({ start, end, label }) => [sentence, start, end, labels.classOf(label)!]),
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
    [SCORES, floats(({ entities }) => entities.map(({ score }) => score!))],
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
  const numbers = (name: string) =>
    ((tensors.get(name) ?? tensors.get(formerName(name)))?.data ?? new Float32Array(0)) as Float32Array;
  const [found, scores, inside, labelled] = [FOUND, SCORES, INSIDE, LABELLED].map(numbers);
  const lengths = numbers(LENGTHS);
  const restored = new Map<number, SoftLabels & { readonly entities: Entity[] }>();
  let [word, label] = [0, 0];
  for (let i = 0; i < lengths.length; i += 4) {
    const [words, entities] = [lengths[i + 2]!, lengths[i + 3]!];
    restored.set(lengths[i]!, {
      votes: lengths[i + 1]!,
      entities: [],
      inside: inside!.slice(word, word + words),
      labelled: labelled!.slice(label, label + entities),
    });
    word += words;
    label += entities;
  }
  scores!.forEach((score, i) => {
    const [sentence, start, end, number] = found!.subarray(4 * i, 4 * i + 4) as unknown as [
      number,
      number,
      number,
      number,
    ];
    restored.get(sentence)!.entities.push({ start, end, label: labels.labelOf(number), score });
  });
  return restored;
}
