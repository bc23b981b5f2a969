import {
  add,
  dropout,
  gather,
  gelu,
  type Initialiser,
  initialise,
  input,
  layerNorm,
  linear,
  type Node,
  type ParameterStore,
  packedAttention,
  parameter,
  relu,
  slice,
  withScope,
} from "../../graph/index.ts";
import { parameterShapes, type TransformerSizes } from "./transformer-sizes.ts";

/** A parameter's node by its name without `encoder.`. */
export type Weight = (name: string) => Node;

/**
 * Declares parameters and returns their leaves: all up to layer `to`, or without those below layer `from`, embeddings
 * included.
 */
export function declareWeights(
  store: Pick<ParameterStore, "declare">,
  sizes: TransformerSizes,
  initialisers: ReadonlyMap<string, Initialiser>,
  to = sizes.layers,
  from?: number,
): Weight {
  const leaves = new Map<string, Node>();
  for (const [name, shape] of parameterShapes(sizes)) {
    const layer = Number(/^layer\.(\d+)\./.exec(name)?.[1] ?? -1);
    if (layer >= to || (from !== undefined && layer < from)) continue;
    store.declare(`encoder.${name}`, shape, initialisers.get(name) ?? fresh(name));
    leaves.set(name, parameter(`encoder.${name}`, shape));
  }
  return (name) => {
    const leaf = leaves.get(name);
    if (leaf === undefined) throw new Error(`a transformer has no parameter "${name}"`);
    return leaf;
  };
}

/** BERT's initialisation. */
function fresh(name: string): Initialiser {
  if (name.endsWith(".bias")) return initialise.zeros;
  return /norm\d?\.weight$/.test(name) ? initialise.ones : initialise.truncatedNormal(0.02);
}

/** What a batch of windows is fed as; the rows of all windows stand one after another. */
export interface PieceInputs {
  /** `[pieces]` int64 */
  readonly ids: Node;
  /** `[pieces]` int64 */
  readonly positions: Node;
  /** `[pieces]` int64. Default: type 0 everywhere. */
  readonly types?: Node;
}

/** Where the pieces of a batch stand in the rows that attention looks at; see `layoutOf`. */
export interface AttentionInputs {
  /** `[attention_rows, row_length]` int64, −1 on padding */
  readonly places: Node;
  /** `[pieces]` int64 */
  readonly tokens: Node;
  /** `[attention_rows, 1, row_length, row_length]`: 0 within a window, a large negative number elsewhere. */
  readonly bias: Node;
}

/** The dropout mask of one place of the network, where there is one. */
export type Mask = (place: string) => Node | undefined;

export const noMask: Mask = () => undefined;

export function pieceInputs(): PieceInputs {
  return {
    ids: input("encoder.ids", ["pieces"], "int64"),
    positions: input("encoder.positions", ["pieces"], "int64"),
  };
}

export function attentionInputs(): AttentionInputs {
  return {
    places: input("encoder.places", ["attention_rows", "row_length"], "int64"),
    tokens: input("encoder.tokens", ["pieces"], "int64"),
    bias: input("encoder.bias", ["attention_rows", 1, "row_length", "row_length"]),
  };
}

/** The sum of word-piece, position and type vectors, normalised: `[pieces, hidden]`. */
export function embedPieces(
  weight: Weight,
  sizes: TransformerSizes,
  inputs: PieceInputs,
  mask = noMask,
): Node {
  return withScope("encoder.embeddings", () => {
    const { ids, positions, types } = inputs;
    let sum = add(gather(weight("embeddings.word"), ids), gather(weight("embeddings.position"), positions));
    if (sizes.types > 0) {
      const table = weight("embeddings.type");
      sum = add(sum, types === undefined ? slice(table, 0, 0, 1) : gather(table, types));
    }
    const normal = dropout(norm(weight, sizes, "embeddings.norm", sum), mask("embeddings"));
    return sizes.projection ? dense(weight, "embeddings.projection", normal) : normal;
  });
}

/**
 * Layers `[from, to)`: attention and feed-forward, each with a residual connection and post-normalisation. Only
 * attention sees windows; everything else works on rows, without padding.
 *
 * @param x `[pieces, hidden]`
 */
export function hiddenLayers(
  weight: Weight,
  sizes: TransformerSizes,
  x: Node,
  { from, to }: { readonly from: number; readonly to: number },
  attention: AttentionInputs,
  mask = noMask,
): Node {
  let hidden = x;
  for (let layer = from; layer < to; layer++) {
    hidden = withScope(`encoder.layer.${layer}`, () =>
      oneLayer(weight, sizes, hidden, layer, attention, mask),
    );
  }
  return hidden;
}

function oneLayer(
  weight: Weight,
  sizes: TransformerSizes,
  x: Node,
  layer: number,
  { places, tokens, bias }: AttentionInputs,
  mask: Mask,
): Node {
  const at = `layer.${layer}`;
  const weights = mask(`${at}.attention`);
  const mixed = packedAttention(
    dense(weight, `${at}.query`, x),
    dense(weight, `${at}.key`, x),
    dense(weight, `${at}.value`, x),
    { heads: sizes.heads, places, tokens, bias, ...(weights === undefined ? {} : { mask: weights }) },
  );
  const attended = dropout(dense(weight, `${at}.output`, mixed), mask(`${at}.output`));
  const middle = norm(weight, sizes, `${at}.norm1`, add(x, attended));
  const expanded = activate(dense(weight, `${at}.up`, middle), sizes.activation);
  const further = dropout(dense(weight, `${at}.down`, expanded), mask(`${at}.down`));
  return norm(weight, sizes, `${at}.norm2`, add(middle, further));
}

function dense(weight: Weight, name: string, x: Node): Node {
  return linear(x, weight(`${name}.weight`), weight(`${name}.bias`));
}

function norm(weight: Weight, { epsilon }: TransformerSizes, name: string, x: Node): Node {
  return layerNorm(x, weight(`${name}.weight`), weight(`${name}.bias`), epsilon);
}

function activate(x: Node, kind: TransformerSizes["activation"]): Node {
  if (kind === "relu") return relu(x);
  return gelu(x, kind === "gelu" ? "none" : "tanh");
}
