import type { Node, Tensors } from "../../graph/index.ts";
import { input } from "../../graph/index.ts";
import {
  contrastiveLoss,
  crossEntropyShare,
  noiseRobustLoss,
  spanCrossEntropy,
  withContrastive,
} from "../../losses/index.ts";
import type { SpanScores } from "../../models/index.ts";
import type { StepContext } from "../learner.ts";
import type { LossOptions } from "./loss-options.ts";

const SHARE = "loss.share";

/** The loss that a config names, over the spans of a batch: a scalar. */
export function spanLoss(
  options: LossOptions,
  { scores, vectors }: SpanScores,
  labels: Node,
  known: Node | undefined,
): Node {
  switch (options.kind) {
    case "cross-entropy":
      return spanCrossEntropy(scores, labels, { known });
    case "contrastive": {
      const { kind: _, share, ...rest } = options;
      return withContrastive(
        spanCrossEntropy(scores, labels, { known }),
        contrastiveLoss(vectors, labels, { ...rest, known }),
        share,
      );
    }
    case "noise-robust": {
      const { sign, variant } = options;
      return noiseRobustLoss(scores, labels, { known, sign, variant, share: input(SHARE, []) });
    }
  }
}

/** Numbers of the loss itself for a batch. */
export function feedSpanLoss(
  options: LossOptions,
  { epoch, epochs }: Pick<StepContext, "epoch" | "epochs">,
): Tensors {
  if (options.kind !== "noise-robust") return {};
  const { width, warmUp } = options;
  if (width === null && warmUp === null) throw new Error("how long cross-entropy lasts was not decided");
  const w = width ?? warmUp! * epochs;
  return { [SHARE]: { data: Float32Array.of(crossEntropyShare(epoch, w)), shape: [] } };
}
