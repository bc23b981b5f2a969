import type { Sentence } from "../../data/index.ts";
import { assignSplits, splitGroup } from "../../data/index.ts";
import { UserError } from "../../errors.ts";
import { Random } from "../../random.ts";

/**
 * Assigns sentences to folds, documents whole, so that a model trained on the other folds has seen nothing of a
 * sentence's document.
 *
 * @returns the fold of each sentence, from 0
 */
export function foldsOf(sentences: readonly Sentence[], folds: number, seed: number): Int32Array {
  const groups = sentences.map(splitGroup);
  const sizes = new Map<string, number>();
  for (const group of groups) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  if (sizes.size < folds) {
    throw new UserError(`${sizes.size} documents cannot be divided into ${folds} folds`, {
      hint: `give more data, or --folds ${Math.max(2, sizes.size)}`,
    });
  }
  const shares = Array.from({ length: folds }, (_, fold) => ({ name: String(fold), share: 1 }));
  const assigned = assignSplits(sizes, shares, new Random(seed).fork("folds"));
  const found = Int32Array.from(groups, (group) => Number(assigned.get(group)));
  for (let fold = 0; fold < folds; fold++) {
    if (!sentences.some(({ entities }, i) => found[i] !== fold && entities.length > 0)) {
      throw new UserError("all labelled entities fall into one fold", {
        hint: "an audit needs labelled entities in several documents",
      });
    }
  }
  return found;
}
