import {
  add,
  dropout,
  gather,
  type Initialiser,
  initialise,
  input,
  type Node,
  type ParameterStore,
  parameter,
  slice,
  withScope,
} from "../../../graph/index.ts";
import { hasPositionTable, isUsedBy, parameterShapes, type TransformerSizes } from "../transformer-sizes.ts";
import { bertLayer } from "./bert-layer.ts";
import { type AttentionInputs, dense, noMask, norm, normWithoutBias, type Weight } from "./layer-parts.ts";
import { modernbertLayer } from "./modernbert-layer.ts";

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
    if (!isUsedBy(name, { from, to }, sizes)) continue;
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
  /** `[pieces]` int64; only where there is a table of positions */
  readonly positions?: Node;
  /** `[pieces]` int64. Default: type 0 everywhere. */
  readonly types?: Node;
}

export function pieceInputs(sizes: TransformerSizes): PieceInputs {
  return {
    ids: input("encoder.ids", ["pieces"], "int64"),
    ...(hasPositionTable(sizes) && { positions: input("encoder.positions", ["pieces"], "int64") }),
  };
}

export function attentionInputs({ design, hidden, heads }: TransformerSizes): AttentionInputs {
  return {
    places: input("encoder.places", ["attention_rows", "row_length"], "int64"),
    tokens: input("encoder.tokens", ["pieces"], "int64"),
    bias: input("encoder.bias", ["attention_rows", 1, "row_length", "row_length"]),
    ...(design?.kind === "modernbert" && {
      angles: input("encoder.angles", ["pieces", (2 * hidden) / heads]),
    }),
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
    let sum = gather(weight("embeddings.word"), ids);
    if (positions !== undefined) sum = add(sum, gather(weight("embeddings.position"), positions));
    if (sizes.types > 0) {
      const table = weight("embeddings.type");
      sum = add(sum, types === undefined ? slice(table, 0, 0, 1) : gather(table, types));
    }
    const normed = sizes.design?.kind === "modernbert" ? normWithoutBias : norm;
    const normal = dropout(normed(weight, sizes, "embeddings.norm", sum), mask("embeddings"));
    return sizes.projection ? dense(weight, "embeddings.projection", normal) : normal;
  });
}

/**
 * Layers `[from, to)`, and what follows the last one. Only attention sees windows; everything else works on rows, without
 * padding.
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
  const { design } = sizes;
  let hidden = x;
  for (let layer = from; layer < to; layer++) {
    hidden = withScope(`encoder.layer.${layer}`, () =>
      design?.kind === "modernbert"
        ? modernbertLayer(weight, sizes, design, hidden, layer, attention, mask)
        : bertLayer(weight, sizes, hidden, layer, attention, mask),
    );
  }
  return hidden;
}
