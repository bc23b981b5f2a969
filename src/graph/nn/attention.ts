import type { Dim } from "../dimension.ts";
import type { Node } from "../node.ts";
import { add } from "../ops/elementwise.ts";
import { takeRows } from "../ops/indexing.ts";
import { reshape, transpose } from "../ops/layout.ts";
import { matmul } from "../ops/matmul.ts";
import { softmax } from "../ops/normalise.ts";
import { dimsOf, sizeAt } from "../shape.ts";
import { dropout } from "./dropout.ts";

export interface AttentionOptions {
  readonly heads: number;
  /** Number and length of the sequences: `batch·words` is the first axis of the inputs. */
  readonly batch: Dim;
  readonly words: Dim;
  /** Added to the scores, so 0 where attention is allowed and a large negative number elsewhere; broadcasts to `[batch, heads, words, words]`. */
  readonly bias?: Node;
  /** Fed dropout mask for the attention weights, `[batch, heads, words, words]`. */
  readonly mask?: Node;
  /** The factor on the products of queries and keys. Default: 1/√d. */
  readonly scale?: number;
  /** Further scores, `[batch, heads, words, words]`, from queries and keys as `[batch, heads, words, d]`. */
  readonly further?: (query: Node, key: Node) => Node;
}

/**
 * Multi-head scaled dot-product attention: `softmax(QKᵀ/√d + bias)·V`.
 *
 * @param query `[batch·words, dim]`, like `key` and `value`
 * @returns `[batch·words, dim]`
 */
export function attention(query: Node, key: Node, value: Node, options: AttentionOptions): Node {
  const { heads, batch, words, bias, mask, further } = options;
  const size = sizeAt(query.shape, -1) / heads;
  const { scale = 1 / Math.sqrt(size) } = options;
  // [batch·words, dim] → [batch, heads, words, size]
  const apart = (x: Node) => transpose(reshape(x, [batch, words, heads, size]), [0, 2, 1, 3]);
  const [queries, keys] = [apart(query), apart(key)];
  const products = matmul(queries, keys, { transposeB: true, scale });
  const scores = further === undefined ? products : add(products, further(queries, keys));
  const weights = dropout(softmax(bias === undefined ? scores : add(scores, bias)), mask);
  const mixed = matmul(weights, apart(value));
  return reshape(transpose(mixed, [0, 2, 1, 3]), query.shape);
}

export interface PackedAttentionOptions
  extends Pick<AttentionOptions, "heads" | "mask" | "scale" | "further"> {
  /** `[batch, words]` int64: the token at each position of the padded batch; −1 on padding. */
  readonly places: Node;
  /** Added to the scores; must rule out attention to padding: the gradient relies on it. */
  readonly bias: Node;
  /** `[tokens]` int64: the position of each token in the padded batch, row by row. */
  readonly tokens: Node;
}

/**
 * Attention over packed sentences, without padding between them.
 *
 * Everything else in a network works on one token at a time and gains from packing; attention needs whole sentences,
 * so the tokens are moved into a padded batch and back.
 *
 * @param query `[tokens, dim]`, like `key` and `value`
 * @returns `[tokens, dim]`
 */
export function packedAttention(query: Node, key: Node, value: Node, options: PackedAttentionOptions): Node {
  const { places, tokens, ...rest } = options;
  const [batch, words] = dimsOf(places, 2);
  const flat = reshape(places, [-1]);
  // Padding may hold any row: nothing attends to it, and its own output is dropped.
  const spread = (x: Node) => takeRows(x, flat, tokens, { holes: "any" });
  const mixed = attention(spread(query), spread(key), spread(value), { ...rest, batch, words });
  return takeRows(mixed, tokens, flat);
}
