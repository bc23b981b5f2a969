import type { Sentence, Span } from "../../data/index.ts";
import { UserError } from "../../errors.ts";
import { input, type Node, type Tensors } from "../../graph/index.ts";
import type { SpanScores } from "../../models/index.ts";
import type { CandidateSpans } from "../../samplers/index.ts";
import type { StepContext } from "../learner.ts";

/** What stands in a config for a part that a program gave as a function. */
export const OWN = "own";

/** A sentence to draw negatives for. */
export interface SampledSentence {
  readonly sentence: Sentence;
  /** The spans that may be drawn: neither labelled nor too wide. */
  readonly candidates: CandidateSpans;
  /** `[candidates, classes]`, class 0 is "no entity": what the current model thinks; for samplers that ask for it. */
  readonly probabilities?: Float32Array;
}

/**
 * A sampler of one's own: which spans of a sentence are trained as "no entity" in this step. It must draw by `random` and
 * keep nothing in mind, so that a resumed run ends with the same weights.
 */
export type OwnSampler = (drawn: SampledSentence, context: StepContext) => readonly Span[];

/** The spans of a batch as nodes, for a loss. */
export interface TrainedSpans extends SpanScores {
  /** `[spans]` int64: the class of each, 0 for negatives. */
  readonly labels: Node;
  /** `[spans, classes]` bool: the classes something is known about in the span's sentence; absent where all are. */
  readonly known?: Node;
  /** A scalar: the share of the epochs that are done, from 0; an input of the graph, which is there when it is asked for. */
  readonly progress: Node;
}

/** A loss of one's own: a scalar to be minimised. */
export type OwnLoss = (spans: TrainedSpans) => Node;

const PROGRESS = "loss.progress";

/** Draws by a sampler of one's own, and refuses what is no candidate. */
export function drawByOwn(
  sampler: OwnSampler,
  drawn: SampledSentence,
  context: StepContext,
  maxWidth: number,
): Span[] {
  const { sentence, candidates } = drawn;
  const labelled = new Set(sentence.entities.map(({ start, end }) => `${start} ${end}`));
  return [...sampler(drawn, context)].map(({ start, end }) => {
    const isSpan = Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start < end;
    const why =
      !isSpan || end > candidates.words
        ? `the sentence has ${candidates.words} words`
        : end - start > maxWidth
          ? `spans have at most ${maxWidth} words`
          : labelled.has(`${start} ${end}`)
            ? "it is labelled"
            : undefined;
    if (why === undefined) return { start, end };
    throw new UserError(`the sampler drew the span [${start}, ${end}): ${why}`, {
      hint: "draw from `candidates`: candidates.at(random.below(candidates.count)) is one of them",
    });
  });
}

/** A loss of one's own in a graph, and the numbers that it needs. */
interface BuiltLoss {
  build(spans: Omit<TrainedSpans, "progress">): Node;
  feed(context: Pick<StepContext, "epoch" | "epochs">): Tensors;
}

export function ownLoss(loss: OwnLoss): BuiltLoss {
  let readsProgress = false;
  return {
    build(spans) {
      const node = loss({
        ...spans,
        get progress() {
          readsProgress = true;
          return input(PROGRESS, []);
        },
      });
      if (!Array.isArray(node?.shape) || node.shape.length > 0) {
        const what = Array.isArray(node?.shape) ? `a tensor of [${node.shape.join(", ")}]` : String(node);
        throw new UserError(`a loss must be a scalar node, not ${what}`, {
          hint: "take the mean: reduceMean of lacuna/graph",
        });
      }
      return node;
    },
    feed({ epoch, epochs }) {
      return readsProgress ? { [PROGRESS]: { data: Float32Array.of(epoch / epochs), shape: [] } } : {};
    },
  };
}
