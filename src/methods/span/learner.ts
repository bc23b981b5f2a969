import type { Span } from "../../data/index.ts";
import { entriesAt, entryAt, zip } from "../../entries.ts";
import { type BuildContext, input, type Node, type Tensors } from "../../graph/index.ts";
import type { SpanHeadConfig } from "../../models/index.ts";
import {
  createSpanHead,
  feedSpans,
  spanModel,
  spanNodes,
  maxWidth as widestSpan,
} from "../../models/index.ts";
import { expectedEntities, hardness } from "../../samplers/index.ts";
import type { EpochContext, Learner, StepContext } from "../learner.ts";
import type { Task } from "../method.ts";
import { SpanBatch } from "./batch.ts";
import { spanCorpus, widthNotices } from "./corpus.ts";
import { drawNegatives, readsProbabilities } from "./draw-negatives.ts";
import { hiddenMetrics } from "./hidden-metrics.ts";
import { feedSpanLoss, spanLoss } from "./loss.ts";
import type { LossOptions } from "./loss-options.ts";
import { nestingNotices } from "./nesting-notices.ts";
import type { SpanOptions, SpanParts } from "./options.ts";
import { drawByOwn, OWN, type OwnSampler, ownLoss } from "./own-parts.ts";
import { packRows } from "./pack-rows.ts";
import { declareCentres, refreshCentres } from "./refresh-centres.ts";
import { CandidateScorer } from "./scorer.ts";
import { sharedDraw } from "./shared-draw.ts";
/**
 * Trains a span model: positives are the labelled entities, negatives are drawn for every batch. [WNS, Eq. 4]
 *
 * @param own functions that a program gave in place of a sampler or a loss
 */
export function spanLearner(
  task: Task,
  options: SpanOptions,
  own: Pick<SpanParts, "sampler" | "loss" | "readsProbabilities"> = {},
): Learner {
  const { encoder, labels, sentences, prepared, seed } = task;
  const { sampler, loss } = options;
  const widest = widestSpan(sentences, options.maxWidth, task.minWidth);
  const maxWidth = widest.width;
  const head: SpanHeadConfig = options.head.kind === "width" ? { ...options.head, maxWidth } : options.head;
  const { classes } = labels;
  const spanHead = createSpanHead({ dim: encoder.dim, classes }, head);
  const corpus = spanCorpus(sentences, labels, maxWidth);
  const scorer = new CandidateScorer(task, spanHead);
  const shared = sampler.kind === OWN ? undefined : sharedDraw({ task, corpus, sampler });
  const minimised = typeof own.loss === "function" && loss.kind === OWN ? ownLoss(own.loss) : undefined;
  const hidden = hiddenMetrics({ task, corpus, draw, probabilities: candidateProbabilities });

  /** The negatives of each sentence of a batch. */
  async function draw(batch: readonly number[], place: StepContext): Promise<Span[][]> {
    const isRead = sampler.kind === OWN ? own.readsProbabilities === true : readsProbabilities(sampler);
    const probabilities = isRead ? await candidateProbabilities(batch) : [];
    const preference = isRead ? hardnessIn(batch, probabilities) : 1;
    return batch.map((sentence, i) => {
      const candidates = corpus.candidates(sentence);
      const thought = probabilities[i] === undefined ? {} : { probabilities: probabilities[i] };
      if (sampler.kind === OWN) {
        const drawn = { sentence: entryAt(sentences, sentence), candidates, ...thought };
        return drawByOwn(own.sampler as OwnSampler, drawn, place, maxWidth);
      }
      const { completeness } = entryAt(sentences, sentence);
      return drawNegatives(
        sampler,
        { sentence, hardness: preference, candidates, completeness, ...thought },
        place,
        seed,
      );
    });
  }

  /** How much hard spans are preferred in the partial sentences of a batch. */
  function hardnessIn(batch: readonly number[], probabilities: readonly Float32Array[]): number {
    let [expected, labelled] = [0, 0];
    for (const [sentence, own] of zip(batch, probabilities)) {
      if (entryAt(sentences, sentence).completeness === "complete") continue;
      expected += expectedEntities(own, classes);
      labelled += corpus.positives(sentence).classes.length;
    }
    return hardness(expected, labelled);
  }

  /** For each sentence of a batch, `[candidates, classes]`. */
  async function candidateProbabilities(batch: readonly number[]): Promise<Float32Array[]> {
    const rows = packRows(
      batch.map((sentence) => ({
        words: entryAt(prepared, sentence).words,
        spans: [corpus.candidateRows(sentence)],
      })),
    );
    const all = await scorer.probabilities(entriesAt(prepared, batch), rows);
    let done = 0;
    return batch.map((sentence) => {
      const from = done;
      done += corpus.candidates(sentence).count * classes;
      return all.subarray(from, done);
    });
  }

  /** What a batch trains on. */
  function gather(batch: readonly number[], negatives: readonly (readonly Span[])[]): SpanBatch {
    const spans = new SpanBatch();
    for (const [sentence, own] of zip(batch, negatives)) {
      const { words } = entryAt(prepared, sentence);
      spans.add(words, corpus.positives(sentence), own, corpus.known(sentence));
    }
    return spans;
  }

  return {
    model: spanModel(
      { labels, dim: encoder.dim },
      { head, maxWidth, decode: options.decode, retrieval: options.retrieval },
    ),
    notices: [...widthNotices(widest), ...nestingNotices(sentences, options.decode)],

    graph: {
      build,
      feed,
      ...(shared !== undefined && {
        watch: {
          nodes: () => shared.watched,
          observe(values) {
            const { batch, negatives } = shared.drawn(values);
            hidden.count(batch, negatives);
          },
        },
      }),
    },
    metrics: hidden,
    ...(options.retrieval !== null && { fit: { reads: "train", refresh } }),
    dispose: () => scorer.dispose(),
  };

  function build(context: BuildContext): Node {
    if (options.retrieval !== null) declareCentres(task, spanHead.width);
    const { words } = encoder.build(context);
    const spans = shared?.build(context, spanHead, words) ?? spanNodes({ training: true });
    const scores = spanHead.build(context, words, spans);
    const spanLabels = input("spans.labels", ["spans"], "int64");
    const known = corpus.hasUnknown ? input("spans.known", ["spans", classes], "bool") : undefined;
    if (minimised !== undefined) {
      return minimised.build({ ...scores, labels: spanLabels, ...(known !== undefined && { known }) });
    }
    return spanLoss(loss as LossOptions, scores, spanLabels, known);
  }

  async function feed(batch: readonly number[], context: StepContext): Promise<Tensors | undefined> {
    const negatives = shared === undefined ? await draw(batch, context) : shared.unknown(batch);
    if (shared === undefined) hidden.count(batch, negatives);
    const spans = gather(batch, negatives);
    if (spans.count === 0) return undefined;
    const { words } = spans;
    return {
      ...encoder.feed(entriesAt(prepared, batch), context.random),
      ...(shared === undefined ? feedSpans(spans, { words }) : shared.feed(batch, context)),
      ...spanHead.feed({ words, spans: spans.count }, context.random),
      "spans.labels": spans.labels(),
      ...(corpus.hasUnknown && { "spans.known": spans.known(classes) }),
      ...(minimised?.feed(context) ?? feedSpanLoss(loss as LossOptions, context)),
    };
  }

  function refresh(extent: "sample" | "all", context: EpochContext): Promise<void> {
    const draws = async (batch: readonly number[], at: StepContext) => gather(batch, await draw(batch, at));
    return refreshCentres({ task, scorer, width: spanHead.width, gather: draws }, extent, context);
  }
}
