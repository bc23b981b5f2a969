import type { Dim, Node, Tensors } from "../../graph/index.ts";
import { dimsOf, expand, indexTensor, input, reshape, takeRows, unsqueeze } from "../../graph/index.ts";

/** A look-up of rows, some of them several times. */
interface SharedRows {
  /** `["words", n]` to `[count, n]`. */
  take(rows: Node): Node;
  readonly inputs: readonly Node[];
}

/**
 * Looks up rows like `gather`, but with a way back that is fast: the gradient of `gather` adds to rows one number after another,
 * which took two thirds of a training step of a span head.
 *
 * The rows are laid out as many times as the most wanted one is wanted, `[times, words, n]`. Every look-up then has a
 * place of its own, the way back is again a look-up, and adding up is a sum over `times`.
 *
 * @param sizes how many look-ups there are, and a name for `times`
 */
export function sharedRows(name: string, { count, times }: { count: Dim; times: string }): SharedRows {
  const places = input(`${name}.places`, [count], "int64");
  const users = input(`${name}.users`, [times, "words"], "int64");
  return {
    take(rows) {
      const [words, n] = dimsOf(rows, 2);
      const copies = reshape(expand(unsqueeze(rows, 0), [times, words, n]), [`${times}*${words}`, n]);
      return takeRows(copies, places, reshape(users, [`${times}*${words}`]), { holes: "any" });
    },
    inputs: [places, users],
  };
}

/** Numbers for `sharedRows`: which row each look-up wants, of how many. */
export function feedSharedRows(name: string, wanted: ArrayLike<number>, words: number): Tensors {
  const uses = new Int32Array(words);
  const places = new Int32Array(wanted.length);
  // At least one, so that no axis is empty when nothing is looked up.
  let times = 1;
  for (let i = 0; i < wanted.length; i++) {
    const row = wanted[i]!;
    const before = uses[row]!++;
    places[i] = before * words + row;
    if (before >= times) times = before + 1;
  }
  const users = new Int32Array(times * words).fill(-1);
  for (let i = 0; i < places.length; i++) users[places[i]!] = i;
  return { [`${name}.places`]: indexTensor(places), [`${name}.users`]: indexTensor(users, [times, words]) };
}
