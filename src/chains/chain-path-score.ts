import type { Node } from "../graph/index.ts";
import {
  add,
  cast,
  concat,
  dimsOf,
  gather,
  gatherND,
  greater,
  max,
  mul,
  range,
  reduceSum,
  reshape,
  slice,
  squeeze,
  sub,
  unsqueeze,
  valuesAt,
} from "../graph/index.ts";
import type { LinearChain } from "./linear-chain.ts";

/**
 * The score of one given tag sequence per sentence.
 *
 * @param tags `[batch, words]` int64; anything within range on padding
 * @returns `[batch]`
 */
export function chainPathScore(chain: LinearChain, tags: Node): Node {
  const { emissions, transitions, start, end, mask, removed } = chain;
  const [batch, words, count] = dimsOf(emissions, 3);
  const chosen = reshape(valuesAt(reshape(emissions, [-1, count]), reshape(tags, [-1])), [batch, words]);

  // The word before each word; the first stands before itself and its transition is not counted.
  const before = gather(tags, max(sub(range(words), 1), 0), 1);
  const pairs = concat([unsqueeze(before, 2), unsqueeze(tags, 2)], 2);
  const notFirst = unsqueeze(cast(greater(range(words), 0), "float32"), 0);
  const perWord = add(chosen, mul(gatherND(transitions, pairs), notFirst));

  const kept = removed === undefined ? perWord : mul(perWord, sub(1, removed));
  const sum = reduceSum(mask === undefined ? kept : mul(kept, mask), 1);
  return [entry(), exit()].reduce<Node>(
    (total, part) => (part === undefined ? total : add(total, part)),
    sum,
  );

  function entry(): Node | undefined {
    if (start === undefined) return undefined;
    const score = gather(start, squeeze(slice(tags, 1, 0, 1), 1));
    return removed === undefined ? score : mul(score, sub(1, squeeze(slice(removed, 1, 0, 1), 1)));
  }

  function exit(): Node | undefined {
    if (end === undefined) return undefined;
    if (mask === undefined) return gather(end, squeeze(slice(tags, 1, -1), 1));
    const last = sub(cast(reduceSum(mask, 1), "int64"), 1);
    return gather(end, valuesAt(tags, last));
  }
}
