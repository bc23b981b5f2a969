import { entriesAt, entryAt } from "../../entries.ts";
import { add, type BuildContext, input, type Node, type Tensors } from "../../graph/index.ts";
import { binaryCrossEntropy, partialCrossEntropy, weightedMean } from "../../losses/index.ts";
import {
  autonerModel,
  breakScores,
  createSpanHead,
  feedSpans,
  type SpanHeadConfig,
  spanNodes,
  maxWidth as widestSpan,
} from "../../models/index.ts";
import type { Learner, StepContext } from "../learner.ts";
import type { Task } from "../method.ts";
import { widthNotices } from "../span/corpus.ts";
import { chunkTargets } from "./chunk-targets.ts";
import type { AutonerOptions } from "./options.ts";

/**
 * Trains where chunks begin, and what type they have:
 *
 *     L = L_break + mean_chunks ( − log Σ_{t ∈ L_i} p(t | v_i) )     [AUTONER, types]
 *
 * L_i are the types that chunk i may have. The paper writes the cross-entropy with p(t | v_i) itself, restricted to L_i and
 * made to sum to one; taken as fixed, that has the same gradient.
 */
export function autonerLearner(task: Task, options: AutonerOptions): Learner {
  const { encoder, labels, sentences, prepared } = task;
  const widest = widestSpan(sentences, options.maxWidth, task.minWidth);
  const maxWidth = widest.width;
  const head: SpanHeadConfig = options.head.kind === "width" ? { ...options.head, maxWidth } : options.head;
  const spanHead = createSpanHead({ dim: encoder.dim, classes: labels.classes }, head);
  const targets = chunkTargets(sentences, labels, options.autoner, maxWidth);

  return {
    model: autonerModel({ labels, dim: encoder.dim }, { head, maxWidth, decode: options.decode }),
    notices: widthNotices(widest),
    graph: { build, feed },
    dispose: async () => {},
  };

  function build(context: BuildContext): Node {
    const { words } = encoder.build(context);
    const breaks = binaryCrossEntropy(
      breakScores(context, words),
      input("breaks.gold", ["words"]),
      input("breaks.known", ["words"]),
    );
    const { scores } = spanHead.build(context, words, spanNodes({ training: true }));
    const allowed = input("spans.allowed", ["spans", labels.classes], "bool");
    return add(breaks, weightedMean(partialCrossEntropy(scores, allowed)));
  }

  async function feed(batch: readonly number[], { random }: StepContext): Promise<Tensors | undefined> {
    const starts: number[] = [];
    const ends: number[] = [];
    const allowed: (readonly number[])[] = [];
    let words = 0;
    for (const sentence of batch) {
      const own = entryAt(targets, sentence);
      for (const start of own.starts) starts.push(words + start);
      for (const end of own.ends) ends.push(words + end);
      allowed.push(...own.allowed);
      words += own.breaks.length;
    }
    if (starts.length === 0) return undefined;
    const mask = new Uint8Array(allowed.length * labels.classes);
    allowed.forEach((classes, span) => {
      for (const own of classes) mask[span * labels.classes + own] = 1;
    });
    const gaps = (of: "breaks" | "known") => ({
      data: Float32Array.from(batch.flatMap((sentence) => [...entryAt(targets, sentence)[of]])),
      shape: [words],
    });
    return {
      ...encoder.feed(entriesAt(prepared, batch), random),
      ...feedSpans({ starts, ends }, { words }),
      ...spanHead.feed({ words, spans: starts.length }, random),
      "breaks.gold": gaps("breaks"),
      "breaks.known": gaps("known"),
      "spans.allowed": { data: mask, shape: [allowed.length, labels.classes] },
    };
  }
}
