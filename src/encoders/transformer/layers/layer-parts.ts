import { gelu, layerNorm, linear, type Node, relu, zeros } from "../../../graph/index.ts";
import type { TransformerSizes } from "../transformer-sizes.ts";

/** A parameter's node by its name without `encoder.`. */
export type Weight = (name: string) => Node;

/** The dropout mask of one place of the network, where there is one. */
export type Mask = (place: string) => Node | undefined;

export const noMask: Mask = () => undefined;

/** Where the pieces of a batch stand in the rows that attention looks at; see `layoutOf`. */
export interface AttentionInputs {
  /** `[attention_rows, row_length]` int64, −1 on padding */
  readonly places: Node;
  /** `[pieces]` int64 */
  readonly tokens: Node;
  /** `[attention_rows, 1, row_length, row_length]`: 0 within a window, a large negative number elsewhere. */
  readonly bias: Node;
  /** `[pieces, 2·d]`, for rotary positions: cosines and sines of global layers, then of local ones. */
  readonly angles?: Node;
}

export function dense(weight: Weight, name: string, x: Node): Node {
  return linear(x, weight(`${name}.weight`), weight(`${name}.bias`));
}

export function norm(weight: Weight, { epsilon }: TransformerSizes, name: string, x: Node): Node {
  return layerNorm(x, weight(`${name}.weight`), weight(`${name}.bias`), epsilon);
}

export function normWithoutBias(
  weight: Weight,
  { epsilon, hidden }: TransformerSizes,
  name: string,
  x: Node,
): Node {
  return layerNorm(x, weight(`${name}.weight`), zeros([hidden]), epsilon);
}

export function activate(x: Node, kind: TransformerSizes["activation"]): Node {
  if (kind === "relu") return relu(x);
  return gelu(x, kind === "gelu" ? "none" : "tanh");
}
