import type { Sentence } from "../../data/index.ts";
import { type Entity, entityKey, overlaps, type Span } from "../../data/index.ts";
import type { SpanScorer } from "../../tagging/index.ts";
import { nearestRows, type VectorRows } from "./evidence-neighbours.ts";
import type { BesidePrediction, Candidate } from "./predictions.ts";
/** What one model says about the data. */
export interface FoldPredictions {
  readonly labels: readonly string[];
  readonly widest: number | null;
  readonly sentences: readonly FoldSentence[];
  readonly beside: readonly BesidePrediction[];
}

export interface FoldSentence {
  /** The position in the data. */
  readonly sentence: number;
  /** Only of sentences that the model was not trained on. */
  readonly candidates?: readonly Candidate[];
  /** What the model would tag beyond the labels. */
  readonly tagged: readonly Entity[];
}

export interface PredictFoldOptions {
  readonly sentences: readonly Sentence[];
  /** Whether the model was not trained on a sentence. */
  readonly isHeldOut: (sentence: number) => boolean;
  /** Complete sentences beside the data. */
  readonly beside: readonly Sentence[];
  readonly threads: number;
}

/** Candidates get neighbours from this score on. */
const NEIGHBOURS_FROM = 0.05;

/** More vectors than this are not kept: labelled entities are then thinned out evenly, further candidates go without. */
const MOST_VECTORS = 50_000;

/** Sentences after which progress is told. */
const TOLD = 1000;

/** Asks one model about all sentences; yields how many it has judged. */
export async function* predictFold(
  judge: SpanScorer,
  { sentences, isHeldOut, beside, threads }: PredictFoldOptions,
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
  for await (const { position, entities, candidates, vectors } of judge.scoreSentences(sentences, {
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
    if (++done % TOLD === 0) yield done;
  }
  const besides: BesidePrediction[] = [];
  for await (const { position, candidates } of judge.scoreSentences(beside)) {
    besides.push({ sentence: position, candidates });
  }
  found.sort((a, b) => a.sentence - b.sentence);
  return {
    labels: judge.labels.labels,
    widest: judge.widest,
    sentences: await withNeighbours(found, { sentences, labelled, asked, firstEntity, threads }),
    beside: besides.sort((a, b) => a.sentence - b.sentence),
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
    // What lies in the same place is not another entity that looks alike.
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

/** Vectors as they come in, and what each is of. */
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

/** How many entities stand before each sentence, and last how many there are. */
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
