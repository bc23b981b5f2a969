import {
  add,
  attention,
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
  reduceMean,
  softmaxCrossEntropy,
} from "../../src/graph/index.ts";

interface TransformerShape {
  readonly layers: number;
  readonly dim: number;
  readonly heads: number;
  readonly inner: number;
  readonly labels: number;
  /** Rows of a word table in front; 0 feeds vectors instead. */
  readonly vocabulary: number;
}

/** How the words of a batch lie: as a full rectangle, or one after another without padding. */
type BatchLayout =
  | { readonly kind: "rectangle"; readonly batch: number; readonly words: number }
  | { readonly kind: "packed" };

/** A BERT-like tagger: post-norm layers, a softmax per word; the mean loss over the words. */
export function transformerLoss(store: ParameterStore, shape: TransformerShape, layout: BatchLayout): Node {
  const { layers, dim, heads, inner, labels, vocabulary } = shape;
  const declare = (name: string, size: readonly number[], initialiser: Initialiser) => {
    store.declare(name, size, initialiser);
    return parameter(name, size);
  };
  const weight = initialise.truncatedNormal(0.02);
  const dense = (x: Node, name: string, from: number, to: number) =>
    linear(x, declare(`${name}.weight`, [to, from], weight), declare(`${name}.bias`, [to], initialise.zeros));
  const norm = (x: Node, name: string) =>
    layerNorm(
      x,
      declare(`${name}.weight`, [dim], initialise.ones),
      declare(`${name}.bias`, [dim], initialise.zeros),
    );
  const rows = layout.kind === "rectangle" ? layout.batch * layout.words : "tokens";
  const attend = layout.kind === "rectangle" ? rectangular(heads, layout) : packed(heads);

  let hidden =
    vocabulary > 0
      ? gather(declare("words", [vocabulary, dim], weight), input("ids", [rows], "int64"))
      : input("x", [rows, dim]);
  for (let layer = 0; layer < layers; layer++) {
    const name = `layers.${layer}`;
    const mixed = attend(
      dense(hidden, `${name}.query`, dim, dim),
      dense(hidden, `${name}.key`, dim, dim),
      dense(hidden, `${name}.value`, dim, dim),
    );
    hidden = norm(add(hidden, dense(mixed, `${name}.output`, dim, dim)), `${name}.norm1`);
    const expanded = gelu(dense(hidden, `${name}.up`, dim, inner));
    hidden = norm(add(hidden, dense(expanded, `${name}.down`, inner, dim)), `${name}.norm2`);
  }
  const scores = dense(hidden, "head", dim, labels);
  return reduceMean(softmaxCrossEntropy(scores, input("labels", [rows], "int64")));
}

type Attend = (query: Node, key: Node, value: Node) => Node;

function rectangular(heads: number, { batch, words }: { batch: number; words: number }): Attend {
  return (query, key, value) => attention(query, key, value, { heads, batch, words });
}

/** Only attention needs sentences side by side: words are laid out for it, and packed again after it. */
function packed(heads: number): Attend {
  const places = input("places", ["batch", "words"], "int64");
  const tokens = input("back", ["tokens"], "int64");
  const bias = input("bias", ["batch", 1, 1, "words"]);
  return (query, key, value) => packedAttention(query, key, value, { heads, places, tokens, bias });
}
