import type { Node } from "../node.ts";
import { takeRows } from "../ops/indexing.ts";
import { reshape } from "../ops/layout.ts";
import { type AttentionOptions, attention } from "./attention.ts";

export interface PackedAttentionOptions extends Pick<AttentionOptions, "heads" | "mask"> {
  /** `[batch, words]` int64: which token stands at each place of the padded batch; −1 on padding. */
  readonly places: Node;
  /** Added to the scores; must rule out attention to padding: the gradient relies on it. */
  readonly bias: Node;
  /** `[tokens]` int64: where each token stands in the padded batch, counted row by row. */
  readonly tokens: Node;
}

/**
 * Attention over sentences packed one after another, without padding between them.
 *
 * Everything else in a network works on one token at a time and gains from packing; attention looks at
 * whole sentences, so the tokens are put in their places in a padded batch and taken out again.
 *
 * @param query `[tokens, dim]`, and `key` and `value` alike
 * @returns `[tokens, dim]`
 */
export function packedAttention(query: Node, key: Node, value: Node, options: PackedAttentionOptions): Node {
  const { places, tokens, ...rest } = options;
  const [batch, words] = places.shape as [Node["shape"][number], Node["shape"][number]];
  const flat = reshape(places, [-1]);
  // Padding may hold any row: nobody attends to it, and what it attends to is not taken out.
  const spread = (x: Node) => takeRows(x, flat, tokens, { holes: "any" });
  const mixed = attention(spread(query), spread(key), spread(value), { ...rest, batch, words });
  return takeRows(mixed, tokens, flat);
}
