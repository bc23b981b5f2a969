import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseModelConfig } from "./model-config.ts";

const read = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join("test", "fixtures", `${name}-tiny`, "config.json"), "utf8"));
const sizesOf = (json: Record<string, unknown>) => parseModelConfig(json, "config.json").sizes;

describe("what a config leaves out or says in its own way", () => {
  test("older BERT files: two token types, erf GELU, ε = 1e-12 and dropout 0.1 unless said", () => {
    const { type_vocab_size, hidden_act, layer_norm_eps, hidden_dropout_prob, ...rest } = read("bert");
    expect([type_vocab_size, hidden_act, layer_norm_eps, hidden_dropout_prob]).toEqual([
      2,
      "gelu",
      1e-12,
      0.1,
    ]);
    expect(sizesOf(rest)).toEqual(sizesOf(read("bert")));
  });

  test("RoBERTa counts positions from the padding id + 1", () => {
    expect(sizesOf(read("roberta"))).toMatchObject({ positions: 130, firstPosition: 2 });
    expect(sizesOf({ ...read("roberta"), pad_token_id: 5 }).firstPosition).toBe(6);
    expect(sizesOf({ ...read("roberta"), pad_token_id: null }).firstPosition).toBe(2);
    expect(() => sizesOf({ ...read("roberta"), max_position_embeddings: 2 })).toThrow(
      '"config.json" is not a usable roberta config: "max_position_embeddings" 2 leaves no position for a piece',
    );
  });

  test("XLM-RoBERTa and CamemBERT are RoBERTas, their tensors too", () => {
    for (const model_type of ["xlm-roberta", "camembert"]) {
      const { family, sizes, architecture } = parseModelConfig(
        { ...read("roberta"), model_type },
        "config.json",
      );
      expect(architecture).toBe(model_type);
      expect(sizes).toEqual(sizesOf(read("roberta")));
      expect(family.prefix).toBe("roberta.");
    }
  });

  test("ELECTRA has a matrix after its embeddings only where the sizes differ", () => {
    expect(sizesOf(read("electra"))).toMatchObject({ embedding: 16, hidden: 32, projection: true });
    expect(sizesOf({ ...read("electra"), embedding_size: 32 })).toMatchObject({
      embedding: 32,
      projection: false,
    });
  });

  test("DistilBERT has its own keys and no token types", () => {
    expect(sizesOf(read("distilbert"))).toMatchObject({
      hidden: 32,
      inner: 64,
      layers: 2,
      heads: 4,
      types: 0,
    });
  });

  test("the tanh formula of GELU goes by two names", () => {
    for (const hidden_act of ["gelu_new", "gelu_pytorch_tanh"]) {
      expect(sizesOf({ ...read("bert"), hidden_act }).activation).toBe("gelu-tanh");
    }
    expect(sizesOf({ ...read("bert"), hidden_act: "relu" }).activation).toBe("relu");
  });

  test("DeBERTa's distances: log buckets, as many rows as positions without them, its terms in two notations", () => {
    const v3 = sizesOf(read("deberta-v3"));
    expect(v3).toMatchObject({ types: 0, epsilon: 1e-7, positions: 64 });
    expect(v3.design).toEqual({
      kind: "deberta",
      absolutePositions: false,
      positionBuckets: 8,
      maxDistance: 64,
      contentToPosition: true,
      positionToContent: true,
      sharedKeys: true,
      distanceNorm: true,
    });
    expect(sizesOf(read("deberta-v2")).design).toMatchObject({
      absolutePositions: true,
      positionBuckets: 0,
      maxDistance: 20,
      contentToPosition: true,
      positionToContent: true,
      sharedKeys: false,
      distanceNorm: false,
    });
    expect(sizesOf({ ...read("deberta-v3"), pos_att_type: ["p2c"] }).design).toMatchObject({
      contentToPosition: false,
      positionToContent: true,
    });
  });

  test("ModernBERT's older keys say the same as the newer ones, and its defaults are those of the paper", () => {
    const { rope_parameters, layer_types, ...rest } = read("modernbert");
    expect([typeof rope_parameters, layer_types]).toEqual(["object", expect.any(Array)]);
    const older = { ...rest, global_rope_theta: 160_000, local_rope_theta: 10_000 };
    expect(sizesOf(older)).toEqual(sizesOf(read("modernbert")));
    expect(sizesOf(older).design).toEqual({
      kind: "modernbert",
      localReach: 4,
      localLayers: [false, true, true, false],
      ropeTheta: 160_000,
      localRopeTheta: 10_000,
    });
    const { vocab_size, hidden_size, num_hidden_layers, num_attention_heads, intermediate_size } = rest;
    const bare = { vocab_size, hidden_size, num_hidden_layers, num_attention_heads, intermediate_size };
    expect(sizesOf({ ...bare, architectures: ["ModernBertForMaskedLM"] })).toMatchObject({
      positions: 8192,
      epsilon: 1e-5,
      dropout: 0,
      attentionDropout: 0,
      design: { localReach: 64, ropeTheta: 160_000, localRopeTheta: 10_000 },
    });
  });
});

describe("what is not supported is refused in one line", () => {
  const cases: readonly (readonly [string, Record<string, unknown>, string])[] = [
    [
      "deberta-v3",
      { relative_attention: false },
      '"relative_attention" is not true; only relative attention is supported',
    ],
    [
      "deberta-v3",
      { conv_kernel_size: 3 },
      '"conv_kernel_size" is 3; a convolution beside the first layer is not supported',
    ],
    ["deberta-v3", { pos_att_type: "c2p|p2p" }, '"pos_att_type" has "p2p"; supported are c2p, p2c'],
    ["deberta-v3", { pos_att_type: [] }, '"pos_att_type" is empty; it must have c2p or p2c'],
    ["deberta-v3", { embedding_size: 16 }, '"embedding_size" is 16; only the width, 32, is supported'],
    [
      "deberta-v3",
      { attention_head_size: 16 },
      '"attention_head_size" is 16; only 8, a share of the width, is supported',
    ],
    [
      "deberta-v3",
      { position_buckets: 200 },
      '"position_buckets" is 200, which does not fit distances up to 64',
    ],
    ["modernbert", { mlp_bias: true }, '"mlp_bias" is true; only layers without biases are supported'],
    ["modernbert", { rope_scaling: { type: "yarn" } }, '"rope_scaling" is not supported'],
    [
      "modernbert",
      { rope_parameters: { full_attention: { rope_type: "linear" } } },
      '"rope_parameters" has the type "linear"; only "default" is supported',
    ],
    ["modernbert", { layer_types: ["full_attention"] }, '"layer_types" has 1 entries for 4 layers'],
    [
      "modernbert",
      { layer_types: Array(4).fill("linear_attention") },
      '"layer_types" has "linear_attention"; supported are full_attention, sliding_attention',
    ],
    [
      "modernbert",
      { num_attention_heads: 32 },
      '"num_attention_heads" is 32, so that heads have 1 values; rotary positions need an even number',
    ],
  ];
  test.each(cases)("%s %j", (name, change, reason) => {
    const { model_type } = read(name);
    expect(() => sizesOf({ ...read(name), ...change })).toThrow(
      `"config.json" is not a usable ${model_type} config: ${reason}`,
    );
  });

  test("DeBERTa of the first version is another model", () => {
    expect(() => sizesOf({ ...read("deberta-v3"), model_type: "deberta" })).toThrow(
      '"config.json" describes a "deberta" model, which is not supported; supported are bert, roberta, xlm-roberta, camembert, distilbert, electra, deberta-v2, modernbert',
    );
  });
});
