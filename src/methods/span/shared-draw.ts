import type { Span } from "../../data/index.ts";
import { entryAt } from "../../entries.ts";
import type { BuildContext, Node, Tensors } from "../../graph/index.ts";
import { integersOf, softmax } from "../../graph/index.ts";
import type { SpanHead, SpanNodes } from "../../models/index.ts";
import { drawCount, rateFor } from "../../samplers/index.ts";
import type { StepContext } from "../learner.ts";
import type { Task } from "../method.ts";
import type { SpanCorpus } from "./corpus.ts";
import { drawInGraph, feedDraws, poolNodes } from "./draw-in-graph.ts";
import { packRows } from "./pack-rows.ts";
import type { SamplerOptions } from "./sampler-options.ts";

/** Weighted draws inside the training graph, as a learner uses them. */
interface SharedDraw {
  /** The spans to train; called once for each training graph. */
  build(context: BuildContext, head: SpanHead, words: Node): SpanNodes;
  readonly watched: Readonly<Record<string, Node>>;
  /** As many spans as will be drawn for each sentence, before anybody knows which. */
  unknown(batch: readonly number[]): Span[][];
  feed(batch: readonly number[], place: StepContext): Tensors;
  /** What was drawn for the batch that was fed last. */
  drawn(values: Tensors): {
    readonly batch: readonly number[];
    readonly negatives: readonly (readonly Span[])[];
  };
}

const UNKNOWN: Span = Object.freeze({ start: 0, end: 1 });

/** For samplers that share the training pass; undefined for all others. */
export function sharedDraw({
  task: { sentences, prepared },
  corpus,
  sampler,
}: {
  readonly task: Pick<Task, "sentences" | "prepared">;
  readonly corpus: SpanCorpus;
  readonly sampler: SamplerOptions;
}): SharedDraw | undefined {
  if (sampler.kind !== "weighted" || sampler.scores === "fresh") return undefined;
  const { rate } = sampler;
  const drawsOf = (sentence: number) =>
    drawCount(rateFor(rate, entryAt(sentences, sentence).completeness), corpus.candidates(sentence));
  // Not by spreading: a call takes about a hundred thousand arguments, and a corpus may have more sentences.
  const mostDraws = sentences.reduce((most, _, i) => Math.max(most, drawsOf(i)), 1);
  let watched: Readonly<Record<string, Node>> = {};
  let last: readonly number[] = [];

  return {
    build(context, head, words) {
      const pool = poolNodes();
      const { scores: poolScores } = head.build({ ...context, training: false }, words, pool);
      const { spans, places } = drawInGraph(softmax(poolScores), pool, sampler, mostDraws);
      watched = { places };
      return spans;
    },

    get watched() {
      return watched;
    },

    unknown: (batch) => batch.map((sentence) => new Array<Span>(drawsOf(sentence)).fill(UNKNOWN)),

    feed(batch, place) {
      last = batch;
      const rows = packRows(
        batch.map((sentence) => ({
          words: entryAt(prepared, sentence).words,
          spans: [corpus.candidateRows(sentence), corpus.positives(sentence)],
        })),
      );
      const pool = batch.map((sentence) => ({
        isPartial: entryAt(sentences, sentence).completeness !== "complete",
        candidates: corpus.candidates(sentence).count,
        draws: drawsOf(sentence),
        entities: corpus.positives(sentence).classes.length,
      }));
      return feedDraws({ ...rows, sentences: pool }, mostDraws, place);
    },

    drawn(values) {
      const found = integersOf(values, "places");
      let [at, first] = [0, 0];
      const negatives = last.map((sentence) => {
        const { starts, ends } = corpus.candidateRows(sentence);
        const entities = corpus.positives(sentence).classes.length;
        at += entities;
        const own = Array.from({ length: drawsOf(sentence) }, (): Span => {
          const place = Number(found[at++]) - first;
          return { start: entryAt(starts, place), end: entryAt(ends, place) + 1 };
        });
        first += starts.length + entities;
        return own;
      });
      return { batch: last, negatives };
    },
  };
}
