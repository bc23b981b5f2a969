import type { BuildContext, Node, Tensors } from "../../graph/index.ts";
import { renameGraph } from "../../graph/index.ts";

/** A piece of a training graph that has a batch of its own: inputs and sizes that no other piece has. */
interface PartOfBatch {
  /** Gives the inputs and sizes of a piece names of their own; weights keep theirs. */
  rename(root: Node, isWeight: (name: string) => boolean): Node;
  /** The same for the numbers of a batch. */
  renameFeeds(feeds: Tensors): Tensors;
}

/** Tells pieces of a graph apart by a number: `tags.gold` is `part2.tags.gold`, and `words` is `words_2`. */
export function partOfBatch(number: number): PartOfBatch {
  const own = (name: string) => `part${number}.${name}`;
  return {
    rename: (root, isWeight) =>
      renameGraph([root], {
        name: (name) => (isWeight(name) ? name : own(name)),
        size: (symbol) => `${symbol}_${number}`,
      })[0],
    renameFeeds: (feeds) =>
      Object.fromEntries(Object.entries(feeds).map(([name, tensor]) => [own(name), tensor])),
  };
}

/** A context that knows which names are weights. */
export function recordWeights({ parameters, training }: BuildContext): BuildContext & {
  isWeight(name: string): boolean;
} {
  const weights = new Set<string>();
  return {
    training,
    parameters: {
      declare(name, shape, initialiser) {
        weights.add(name);
        return parameters.declare(name, shape, initialiser);
      },
    },
    isWeight: (name) => weights.has(name),
  };
}
