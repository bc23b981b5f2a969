import { type Entity, entityKey } from "../../data/index.ts";
import type { StoredTensor } from "../../graph/index.ts";
import type { LabelSet } from "../../models/index.ts";
import { spanKeeper } from "../../models/index.ts";
/** What models make of a sentence: one of them, or the mean of several. */
export interface Opinion {
  /** How many models were asked. */
  readonly votes: number;
  /** Everything that may be an entity, each with its probability as `score`; they may overlap. */
  readonly entities: readonly Entity[];
  /** How likely each word is in some entity. */
  readonly inside: Float32Array;
  /** How likely each labelled entity is, in the order of the labels. */
  readonly labelled: Float32Array;
}

/** The mean of two opinions, each counting as many times as models were asked. */
export function meanOpinion(one: Opinion, other: Opinion): Opinion {
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
    .filter(spanKeeper({ mode: "flat" }));
}

const [FOUND, SCORES, INSIDE, LABELLED, LENGTHS] = [
  "opinions.found",
  "opinions.scores",
  "opinions.inside",
  "opinions.labelled",
  "opinions.lengths",
];

/** Opinions by sentence as tensors, for a checkpoint. */
export function storeOpinions(
  opinions: ReadonlyMap<number, Opinion>,
  labels: LabelSet,
): ReadonlyMap<string, StoredTensor> {
  const all = [...opinions];
  if (all.length === 0) return new Map();
  const found = all.flatMap(([sentence, { entities }]) =>
    entities.flatMap(({ start, end, label }) => [sentence, start, end, labels.classOf(label)!]),
  );
  const floats = (of: (opinion: Opinion) => Iterable<number>): StoredTensor => {
    const data = Float32Array.from(all.flatMap(([, opinion]) => [...of(opinion)]));
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
export function recallOpinions(
  tensors: ReadonlyMap<string, StoredTensor>,
  labels: LabelSet,
): Map<number, Opinion> {
  const numbers = (name: string) => (tensors.get(name)?.data ?? new Float32Array(0)) as Float32Array;
  const [found, scores, inside, labelled] = [FOUND, SCORES, INSIDE, LABELLED].map(numbers);
  const lengths = numbers(LENGTHS);
  const opinions = new Map<number, Opinion & { readonly entities: Entity[] }>();
  let [word, label] = [0, 0];
  for (let i = 0; i < lengths.length; i += 4) {
    const [words, entities] = [lengths[i + 2]!, lengths[i + 3]!];
    opinions.set(lengths[i]!, {
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
    opinions.get(sentence)!.entities.push({ start, end, label: labels.labelOf(number), score });
  });
  return opinions;
}
