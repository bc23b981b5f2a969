import type { Sentence } from "../../data/index.ts";
import type { TrainingFacts } from "../method.ts";
import { hasOutside } from "../tagger/corpus.ts";
import type { DecidedLacunaOptions, LacunaOptions } from "./options.ts";

/** Encoders of which one can afford several. */
const CHEAP: ReadonlySet<string> = new Set(["cnn", "bilstm"]);

/** One of so many members trains on complete sentences alone, where these have enough of the labels. */
const GOLD_ONLY = 3;

/** The share of all labels that complete sentences must have for a member to make do with them. */
const ENOUGH = 0.2;

/**
 * Decides what the options leave open, by the price of the encoder, and by whether any word is known to be outside: then no
 * `O` need be guessed, and given labels can be questioned.
 */
export function decideLacuna(
  { lacuna, ...rest }: LacunaOptions,
  { sentences, encoder }: TrainingFacts,
): DecidedLacunaOptions {
  const isCheap = CHEAP.has(encoder);
  const isMixed = hasOutside(sentences);
  const gold = shareOfComplete(sentences);
  const ensemble = lacuna.ensemble ?? (isCheap ? 3 : 1);
  const goldOnly = lacuna.goldOnlyMembers ?? (gold >= ENOUGH ? Math.floor(ensemble / GOLD_ONLY) : 0);
  return {
    ...rest,
    lacuna: {
      ensemble,
      folds: lacuna.folds ?? (isCheap ? 3 : 2),
      holdOut: lacuna.holdOut === "auto" ? (isMixed ? "sentences" : "outside") : lacuna.holdOut,
      completionEpochs: lacuna.completionEpochs ?? (isCheap ? 1 : 0.5),
      outsideRate: lacuna.outsideRate ?? (isMixed ? 0 : 0.1),
      carryWeights: lacuna.carryWeights ?? isMixed,
      relabelBelow: lacuna.relabelBelow ?? (isMixed ? 0.5 : 0),
      // A member that learnt from nothing at all would only disturb.
      goldOnlyMembers: gold > 0 ? Math.min(goldOnly, ensemble - 1) : 0,
      partialUntil: lacuna.partialUntil ?? (isMixed ? 0.6 : 0),
    },
  };
}

/** The share of all labels that complete sentences have. */
function shareOfComplete(sentences: readonly Sentence[]): number {
  const labelsOf = (some: readonly Sentence[]) =>
    some.reduce((sum, { entities }) => sum + entities.length, 0);
  const complete = labelsOf(sentences.filter(({ completeness }) => completeness === "complete"));
  return complete / Math.max(1, labelsOf(sentences));
}
