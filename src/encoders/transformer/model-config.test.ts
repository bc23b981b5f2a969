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
});
