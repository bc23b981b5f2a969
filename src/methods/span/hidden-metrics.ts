import { type Sentence, type Span, spanKey } from "../../data/index.ts";
import { entriesAt, entryAt, zip } from "../../entries.ts";
import { createMissampling } from "../../evaluation/index.ts";
import { NON_ENTITY } from "../../models/index.ts";
import { Random } from "../../random.ts";
import { uncertainty } from "../../samplers/index.ts";
import type { Metrics, StepContext } from "../learner.ts";
import { maskedSample, runningMean } from "../masked-sample.ts";
import type { Task } from "../method.ts";
import type { SpanCorpus } from "./corpus.ts";

/** How many sentences are looked at together. */
const AT_ONCE = 32;

interface HiddenMetrics extends Metrics {
  /** Counts the negatives that a batch trains on. */
  count(batch: readonly number[], negatives: readonly (readonly Span[])[]): void;
}

interface HiddenMetricsOptions {
  readonly task: Pick<Task, "sentences" | "labels" | "seed">;
  readonly corpus: SpanCorpus;
  /** The negatives of each sentence of a batch. */
  draw(batch: readonly number[], place: StepContext): Promise<Span[][]>;
  /** For each sentence of a batch, `[candidates, classes]`. */
  probabilities(batch: readonly number[]): Promise<Float32Array[]>;
}

/**
 * Watches what becomes of entities whose labels were masked; without such, says nothing.
 *
 * - `missampling`: the share of the epoch's negatives that are masked entities [WNS, Eq. 12]
 * - `hiddenNonEntity`: the mean probability of O that the model gives to masked entities, without dropout, over a
 *   fixed sample of sentences: near 0 it finds them although nobody told it, near 1 it has learnt to deny them
 * - `hiddenEntity`: the mean probability of some entity that it gives to them, and `boundaryEntity` to spans of one
 *   word more or less than a labelled or masked entity that are none: easy and hard samples [NRCES, §5.4]
 * - `drawnEntropy`: the mean entropy of the model's classes for negatives drawn in these sentences: a sampler that only
 *   draws what the model is sure of misses no entity and teaches nothing
 */
export function hiddenMetrics(options: HiddenMetricsOptions): HiddenMetrics {
  const { task, corpus, draw, probabilities } = options;
  const { sentences, labels, seed } = task;
  const sample = maskedSample(sentences, seed);
  const counted = { negatives: 0, missampled: 0 };

  return {
    count(batch, negatives) {
      if (sample.length === 0) return;
      const counter = createMissampling();
      for (const [{ hidden = [] }, own] of zip(entriesAt(sentences, batch), negatives))
        counter.add(own, hidden);
      const { negatives: drawn, missampled } = counter.result();
      counted.negatives += drawn;
      counted.missampled += missampled;
    },

    async endEpoch({ stage, epoch, epochs }) {
      if (sample.length === 0) return {};
      // The name of a random stream: another would draw other negatives.
      const random = new Random(seed).fork(`diagnosed in epoch ${epoch}`);
      const nonEntity = runningMean();
      const entropy = runningMean();
      const boundary = runningMean();
      for (let from = 0; from < sample.length; from += AT_ONCE) {
        const batch = sample.slice(from, from + AT_ONCE);
        const scores = await probabilities(batch);
        const negatives = await draw(batch, { stage, epoch, epochs, random });
        for (const [sentence, own, drawn] of zip(batch, scores, negatives)) {
          const places = placesOf(corpus, sentence);
          // Too wide a span is no candidate.
          const candidates = (spans: readonly Span[]) =>
            spans.flatMap((span) => places.get(spanKey(span)) ?? []);
          for (const place of candidates(entryAt(sentences, sentence).hidden ?? [])) {
            nonEntity.add(entryAt(own, place * labels.classes + NON_ENTITY));
          }
          for (const place of boundaryPlaces(entryAt(sentences, sentence), places)) {
            boundary.add(1 - entryAt(own, place * labels.classes + NON_ENTITY));
          }
          for (const place of candidates(drawn)) entropy.add(uncertainty(own, labels.classes, place));
        }
      }
      const { negatives, missampled } = counted;
      counted.negatives = 0;
      counted.missampled = 0;
      return {
        missampling: negatives === 0 ? 0 : missampled / negatives,
        hiddenNonEntity: nonEntity.result(),
        hiddenEntity: 1 - nonEntity.result(),
        boundaryEntity: boundary.result(),
        drawnEntropy: entropy.result(),
      };
    },

    counts: () => ({ ...counted }),
    resume({ negatives = 0, missampled = 0 }) {
      counted.negatives = negatives;
      counted.missampled = missampled;
    },
  };
}

/** The numbers of candidates of one word more or less than an entity, labelled or masked, that are none. */
function boundaryPlaces(
  { tokens, entities, hidden = [] }: Sentence,
  places: ReadonlyMap<string, number>,
): Set<number> {
  const all = [...entities, ...hidden];
  const keys = new Set(all.map(spanKey));
  const found = new Set<number>();
  for (const entity of all) {
    // One word more or less at either end.
    for (const [left, right] of [
      [-1, 0],
      [1, 0],
      [0, -1],
      [0, 1],
    ] as const) {
      const span = { start: entity.start + left, end: entity.end + right };
      if (span.start < 0 || span.end > tokens.length || span.start >= span.end) continue;
      const place = places.get(spanKey(span));
      if (place !== undefined && !keys.has(spanKey(span))) found.add(place);
    }
  }
  return found;
}

/** The number of each candidate of a sentence. */
function placesOf(corpus: SpanCorpus, sentence: number): Map<ReturnType<typeof spanKey>, number> {
  const candidates = corpus.candidates(sentence);
  const places = new Map<ReturnType<typeof spanKey>, number>();
  for (let i = 0; i < candidates.count; i++) places.set(spanKey(candidates.at(i)), i);
  return places;
}
