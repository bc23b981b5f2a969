import type { Sentence } from "../../data/index.ts";
import { type Entity, entityKey, overlaps, type Span } from "../../data/index.ts";
import type { SpanScorer } from "../../tagging/index.ts";
import { nearestRows, type VectorRows } from "./evidence-neighbours.ts";
import type { Candidate, DevPrediction } from "./predictions.ts";

/** The predictions of one model. */
export interface FoldPredictions {
  readonly labels: readonly string[];
  readonly widest: number | null;
  readonly sentences: readonly FoldSentence[];
  readonly dev: readonly DevPrediction[];
}

export interface FoldSentence {
  /** The position in the data. */
  readonly sentence: number;
  /** Only for held-out sentences. */
  readonly candidates?: readonly Candidate[];
  /** What the model would tag beyond the labels. */
  readonly tagged: readonly Entity[];
}

interface PredictFoldOptions {
  readonly sentences: readonly Sentence[];
  /** Whether the model was not trained on a sentence. */
  readonly isHeldOut: (sentence: number) => boolean;
  /** Complete sentences beside the data. */
  readonly dev: readonly Sentence[];
  readonly threads: number;
}

/** Candidates of at least this score get neighbours. */
const NEIGHBOURS_FROM = 0.05;

/** At most this many vectors are kept: of more labelled entities every n-th is taken, and further candidates get no neighbours. */
const MOST_VECTORS = 50_000;

/** Progress is reported after so many sentences. */
const REPORTED = 1000;

/** Predicts all sentences with one model; yields how many are done. */
export async function* predictFold(
  scorer: SpanScorer,
  { sentences, isHeldOut, dev, threads }: PredictFoldOptions,
): AsyncGenerator<number, FoldPredictions> {
  const keys = sentences.map(({ entities }) => new Set(entities.map(entityKey)));
  const firstEntity = runningCount(sentences);
  const stride = Math.max(1, Math.ceil(firstEntity.at(-1)! / MOST_VECTORS));
  const labelled = new VectorList();
  const asked = new VectorList();
  const isAsked = (position: number, { score, ...entity }: Candidate) =>
    isHeldOut(position) && score >= NEIGHBOURS_FROM && !keys[position]!.has(entityKey(entity));
  const found: FoldSentence[] = [];
  let done = 0;
  for await (const { position, entities, candidates, vectors } of scorer.scoreSentences(sentences, {
    spansOf: (at, candidates): Span[] => [
      ...sentences[at]!.entities.filter((_, i) => (firstEntity[at]! + i) % stride === 0),
      ...candidates.filter((candidate) => isAsked(at, candidate)),
    ],
  })) {
    const tagged = entities.filter((entity) => !keys[position]!.has(entityKey(entity))).map(bare);
    found.push({ sentence: position, tagged, ...(isHeldOut(position) && { candidates }) });
    if (vectors !== undefined) {
      const own = sentences[position]!.entities.flatMap((_, i) => {
        const entity = firstEntity[position]! + i;
        return entity % stride === 0 ? [{ position, entity }] : [];
      });
      const others = candidates.flatMap((candidate, i) =>
        isAsked(position, candidate) ? [{ position, entity: i }] : [],
      );
      const width = own.length + others.length === 0 ? 0 : vectors.length / (own.length + others.length);
      labelled.add(own, vectors.subarray(0, own.length * width), width);
      if (asked.count < MOST_VECTORS) asked.add(others, vectors.subarray(own.length * width), width);
    }
    if (++done % REPORTED === 0) yield done;
  }
  const devFound: DevPrediction[] = [];
  for await (const { position, candidates } of scorer.scoreSentences(dev)) {
    devFound.push({ sentence: position, candidates });
  }
  found.sort((a, b) => a.sentence - b.sentence);
  return {
    labels: scorer.labels.labels,
    widest: scorer.widest,
    sentences: await withNeighbours(found, { sentences, labelled, asked, firstEntity, threads }),
    dev: devFound.sort((a, b) => a.sentence - b.sentence),
  };
}

async function withNeighbours(
  found: readonly FoldSentence[],
  {
    sentences,
    labelled,
    asked,
    firstEntity,
    threads,
  }: {
    readonly sentences: readonly Sentence[];
    readonly labelled: VectorList;
    readonly asked: VectorList;
    readonly firstEntity: Int32Array;
    readonly threads: number;
  },
): Promise<readonly FoldSentence[]> {
  if (asked.count === 0 || labelled.count === 0) return found;
  const links = await nearestRows(asked.rows(), labelled.rows(), {
    threads,
    // An entity in the same place is no other entity that looks alike.
    mayLink: (vector, row) => {
      const [one, other] = [asked.places[vector]!, labelled.places[row]!];
      if (one.position !== other.position) return true;
      const entity = sentences[other.position]!.entities[other.entity - firstEntity[other.position]!]!;
      return !overlaps(found[one.position]!.candidates![one.entity]!, entity);
    },
  });
  const byPosition = new Map<number, Map<number, (typeof links)[number]>>();
  asked.places.forEach(({ position, entity }, i) => {
    const own = byPosition.get(position) ?? new Map();
    byPosition.set(position, own);
    own.set(
      entity,
      links[i]!.map((link) => ({ ...link, entity: labelled.places[link.entity]!.entity })),
    );
  });
  return found.map((own) => {
    const linked = byPosition.get(own.sentence);
    if (linked === undefined) return own;
    const candidates = own.candidates!.map((candidate, i) => {
      const neighbours = linked.get(i);
      return neighbours === undefined ? candidate : { ...candidate, neighbours };
    });
    return { ...own, candidates };
  });
}

/** Vectors as they come in, each with its span. */
class VectorList {
  readonly places: { readonly position: number; readonly entity: number }[] = [];
  readonly #blocks: Float32Array[] = [];
  #width = 0;

  get count(): number {
    return this.places.length;
  }

  add(
    places: readonly { readonly position: number; readonly entity: number }[],
    values: Float32Array,
    width: number,
  ) {
    if (places.length === 0) return;
    this.#width = width;
    this.places.push(...places);
    // Copied, so that the vectors of all other spans of the batch need not be kept.
    this.#blocks.push(values.slice(0, places.length * width));
  }

  rows(): VectorRows {
    const values = new Float32Array(this.count * this.#width);
    let at = 0;
    for (const block of this.#blocks) {
      values.set(block, at);
      at += block.length;
    }
    return { values, count: this.count, width: this.#width };
  }
}

/** How many entities come before each sentence, and last their total. */
function runningCount(sentences: readonly Sentence[]): Int32Array {
  const counts = new Int32Array(sentences.length + 1);
  sentences.forEach(({ entities }, i) => {
    counts[i + 1] = counts[i]! + entities.length;
  });
  return counts;
}

function bare({ start, end, label }: Entity): Entity {
  return { start, end, label };
}
