import type { ConfigReader } from "./config-reader.ts";
import type { TransformerDesign } from "./design.ts";
import { readDebertaDesign, readModernbertDesign } from "./read-design.ts";

/**
 * The names of one model family: keys of its `config.json`, tensors of its weight file, and the few points in which
 * its graph differs. To add a family of the same architecture, add an entry to `families`; one that is built differently
 * needs a design, too.
 */
export interface Family {
  /** Our name of each size → its key in `config.json`. */
  readonly configKeys: Readonly<Record<ConfigField, string>>;
  /** Prefix of every tensor name when the model was saved with a head. */
  readonly prefix: string;
  /** Our parameter (`#` stands for the layer's number) → the tensor in the file. */
  readonly tensors: Readonly<Record<string, string>>;
  /** RoBERTa counts positions from the padding token's id + 1, the others from 0. */
  readonly positions: "from-zero" | "after-padding";
  /** The padding token if the config has none. */
  readonly padding: number;
  readonly tokenTypes: boolean;
  /** ELECTRA's embeddings may differ in size from its layers, with a matrix between them. */
  readonly projection: boolean;
  /** For keys that a config leaves out, where the family has defaults of its own. */
  readonly defaults?: Readonly<Partial<Record<ConfigField, number>>>;
  /** Reads what is not built as in BERT. */
  readonly design?: (reader: ConfigReader) => TransformerDesign;
}

export type ConfigField =
  | "vocabulary"
  | "hidden"
  | "embedding"
  | "layers"
  | "heads"
  | "inner"
  | "maxPositions"
  | "types"
  | "activation"
  | "epsilon"
  | "dropout"
  | "attentionDropout"
  | "padding";

const bertKeys: Family["configKeys"] = {
  vocabulary: "vocab_size",
  hidden: "hidden_size",
  embedding: "embedding_size",
  layers: "num_hidden_layers",
  heads: "num_attention_heads",
  inner: "intermediate_size",
  maxPositions: "max_position_embeddings",
  types: "type_vocab_size",
  activation: "hidden_act",
  epsilon: "layer_norm_eps",
  dropout: "hidden_dropout_prob",
  attentionDropout: "attention_probs_dropout_prob",
  padding: "pad_token_id",
};

const embeddingTensors = {
  "embeddings.word": "embeddings.word_embeddings.weight",
  "embeddings.position": "embeddings.position_embeddings.weight",
  "embeddings.norm.weight": "embeddings.LayerNorm.weight",
  "embeddings.norm.bias": "embeddings.LayerNorm.bias",
};

const bertTensors: Family["tensors"] = {
  ...embeddingTensors,
  "embeddings.type": "embeddings.token_type_embeddings.weight",
  ...dense("layer.#.query", "encoder.layer.#.attention.self.query"),
  ...dense("layer.#.key", "encoder.layer.#.attention.self.key"),
  ...dense("layer.#.value", "encoder.layer.#.attention.self.value"),
  ...dense("layer.#.output", "encoder.layer.#.attention.output.dense"),
  ...dense("layer.#.norm1", "encoder.layer.#.attention.output.LayerNorm"),
  ...dense("layer.#.up", "encoder.layer.#.intermediate.dense"),
  ...dense("layer.#.down", "encoder.layer.#.output.dense"),
  ...dense("layer.#.norm2", "encoder.layer.#.output.LayerNorm"),
};

const bert: Family = {
  configKeys: bertKeys,
  prefix: "bert.",
  tensors: bertTensors,
  positions: "from-zero",
  padding: 0,
  tokenTypes: true,
  projection: false,
};

const roberta: Family = { ...bert, prefix: "roberta.", positions: "after-padding", padding: 1 };

const electra: Family = {
  ...bert,
  prefix: "electra.",
  tensors: { ...bertTensors, ...dense("embeddings.projection", "embeddings_project") },
  projection: true,
};

const distilbert: Family = {
  configKeys: {
    ...bertKeys,
    hidden: "dim",
    layers: "n_layers",
    heads: "n_heads",
    inner: "hidden_dim",
    activation: "activation",
    dropout: "dropout",
    attentionDropout: "attention_dropout",
  },
  prefix: "distilbert.",
  tensors: {
    ...embeddingTensors,
    ...dense("layer.#.query", "transformer.layer.#.attention.q_lin"),
    ...dense("layer.#.key", "transformer.layer.#.attention.k_lin"),
    ...dense("layer.#.value", "transformer.layer.#.attention.v_lin"),
    ...dense("layer.#.output", "transformer.layer.#.attention.out_lin"),
    ...dense("layer.#.norm1", "transformer.layer.#.sa_layer_norm"),
    ...dense("layer.#.up", "transformer.layer.#.ffn.lin1"),
    ...dense("layer.#.down", "transformer.layer.#.ffn.lin2"),
    ...dense("layer.#.norm2", "transformer.layer.#.output_layer_norm"),
  },
  positions: "from-zero",
  padding: 0,
  tokenTypes: false,
  projection: false,
};

const deberta: Family = {
  ...bert,
  prefix: "deberta.",
  tensors: {
    ...bertTensors,
    "embeddings.distance": "encoder.rel_embeddings.weight",
    ...dense("embeddings.distance.norm", "encoder.LayerNorm"),
    ...dense("layer.#.query", "encoder.layer.#.attention.self.query_proj"),
    ...dense("layer.#.key", "encoder.layer.#.attention.self.key_proj"),
    ...dense("layer.#.value", "encoder.layer.#.attention.self.value_proj"),
    ...dense("layer.#.distanceKey", "encoder.layer.#.attention.self.pos_key_proj"),
    ...dense("layer.#.distanceQuery", "encoder.layer.#.attention.self.pos_query_proj"),
  },
  defaults: { types: 0, epsilon: 1e-7 },
  design: readDebertaDesign,
};

const modernbert: Family = {
  configKeys: {
    ...bertKeys,
    activation: "hidden_activation",
    epsilon: "norm_eps",
    dropout: "mlp_dropout",
    attentionDropout: "attention_dropout",
  },
  prefix: "model.",
  tensors: {
    "embeddings.word": "embeddings.tok_embeddings.weight",
    "embeddings.norm.weight": "embeddings.norm.weight",
    "layer.#.norm1.weight": "layers.#.attn_norm.weight",
    "layer.#.all.weight": "layers.#.attn.Wqkv.weight",
    "layer.#.output.weight": "layers.#.attn.Wo.weight",
    "layer.#.norm2.weight": "layers.#.mlp_norm.weight",
    "layer.#.up.weight": "layers.#.mlp.Wi.weight",
    "layer.#.down.weight": "layers.#.mlp.Wo.weight",
    "final.norm.weight": "final_norm.weight",
  },
  positions: "from-zero",
  padding: 0,
  tokenTypes: false,
  projection: false,
  defaults: { maxPositions: 8192, epsilon: 1e-5, dropout: 0, attentionDropout: 0 },
  design: readModernbertDesign,
};

/** Every family of models that can be read, by the `model_type` of its `config.json`. */
export const families: ReadonlyMap<string, Family> = new Map([
  ["bert", bert],
  ["roberta", roberta],
  ["xlm-roberta", roberta],
  ["camembert", roberta],
  ["distilbert", distilbert],
  ["electra", electra],
  ["deberta-v2", deberta],
  ["modernbert", modernbert],
]);

function dense(ours: string, theirs: string): Record<string, string> {
  return { [`${ours}.weight`]: `${theirs}.weight`, [`${ours}.bias`]: `${theirs}.bias` };
}
