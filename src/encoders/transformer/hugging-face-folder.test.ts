import { copyFile, mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { UserError } from "../../errors.ts";
import { ParameterStore, SafetensorsFile, type StoredTensor, writeSafetensors } from "../../graph/index.ts";
import { float32ToHalf } from "../../graph/parameters/half-float.ts";
import { openModelFolder } from "./hugging-face-folder.ts";
import { inspectModelFolder } from "./inspect-model-folder.ts";
import { declareWeights } from "./layers/hidden-layers.ts";

const fixtures = join("test", "fixtures");
let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "lacuna-model-"));
  await copyModel("bert-tiny");
});

afterEach(() => rm(dir, { recursive: true }));

async function copyModel(name: string): Promise<void> {
  for (const file of ["config.json", "model.safetensors", "tokenizer.json"]) {
    await copyFile(join(fixtures, name, file), join(dir, file));
  }
}

async function edit(file: string, change: (json: Record<string, unknown>) => void): Promise<void> {
  const json = JSON.parse(await readFile(join(dir, file), "utf8"));
  change(json);
  await writeFile(join(dir, file), JSON.stringify(json));
}

async function tensors(): Promise<Map<string, StoredTensor>> {
  const file = await SafetensorsFile.open(join(dir, "model.safetensors"));
  const all = new Map<string, StoredTensor>();
  for (const name of file.tensors.keys()) all.set(name, await file.read(name));
  await file.close();
  return all;
}

async function editTensors(change: (all: Map<string, StoredTensor>) => void): Promise<void> {
  const all = await tensors();
  change(all);
  await writeSafetensors(join(dir, "model.safetensors"), all);
}

/** All values of the encoder, in order. */
async function values(): Promise<number[]> {
  const { config, initialisers } = await openModelFolder(dir);
  const store = new ParameterStore({ training: false });
  declareWeights(store, config.sizes, initialisers);
  return [...store].flatMap(({ values }) => [...values]);
}

/** The message, which must be one line; with the temporary folder cut off. */
async function complaint(): Promise<string> {
  const error = await openModelFolder(dir).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(UserError);
  const { message } = error as UserError;
  expect(message).not.toContain("\n");
  // The same words in the report of `inspect`.
  expect((await inspectModelFolder(dir)).problems).toContain(message);
  return message.replaceAll(join(dir, "/"), "").replaceAll(dir, "DIR");
}

describe("a bad folder gets one line that names the file and the reason", () => {
  for (const file of ["config.json", "model.safetensors", "tokenizer.json"]) {
    test(`without ${file}`, async () => {
      await rm(join(dir, file));
      expect(await complaint()).toBe(`cannot read "${file}": there is no such file`);
    });
  }

  test("weights only as a pickle", async () => {
    await rm(join(dir, "model.safetensors"));
    await writeFile(join(dir, "pytorch_model.bin"), "x");
    expect(await complaint()).toBe(
      'cannot read "model.safetensors": there is no such file, and "pytorch_model.bin" may hold code and is not read; save the model as safetensors',
    );
  });

  test("an unknown architecture", async () => {
    await edit("config.json", (json) => {
      json.model_type = "t5";
    });
    expect(await complaint()).toBe(
      '"config.json" describes a "t5" model, which is not supported; supported are bert, roberta, xlm-roberta, camembert, distilbert, electra, deberta-v2, modernbert',
    );
  });

  const configs: readonly (readonly [string, unknown, string])[] = [
    ["hidden_size", undefined, '"hidden_size" is missing'],
    ["hidden_size", "wide", '"hidden_size" must be a whole number'],
    ["num_attention_heads", 5, '"hidden_size" 32 is not a multiple of the 5 heads'],
    ["hidden_act", "swish", '"hidden_act" is "swish"; supported are gelu, gelu_new, gelu_pytorch_tanh, relu'],
    [
      "position_embedding_type",
      "relative_key",
      '"position_embedding_type" is "relative_key"; only "absolute" is supported',
    ],
    ["is_decoder", true, '"is_decoder" is true; only encoders are supported'],
  ];
  for (const [key, value, reason] of configs) {
    test(`${key} ${JSON.stringify(value) ?? "left out"}`, async () => {
      await edit("config.json", (json) => {
        json[key] = value;
      });
      expect(await complaint()).toBe(`"config.json" is not a usable bert config: ${reason}`);
    });
  }

  test("wrong shapes", async () => {
    await edit("config.json", (json) => {
      json.intermediate_size = 65;
    });
    expect(await complaint()).toBe(
      'tensor "encoder.layer.0.intermediate.dense.weight" of "model.safetensors" has shape [64, 32], but "config.json" makes it [65, 32]',
    );
  });

  test("missing tensors", async () => {
    await edit("config.json", (json) => {
      json.num_hidden_layers = 3;
    });
    expect(await complaint()).toBe(
      '"model.safetensors" lacks tensors of a bert model: "encoder.layer.2.attention.self.query.weight", "encoder.layer.2.attention.self.query.bias", "encoder.layer.2.attention.self.key.weight" and 13 more',
    );
  });

  test("whole numbers for weights", async () => {
    await editTensors((all) => {
      all.set("embeddings.LayerNorm.bias", { dtype: "I32", shape: [32], data: new Int32Array(32) });
    });
    expect(await complaint()).toBe(
      'tensor "embeddings.LayerNorm.bias" of "model.safetensors" is I32, not floating-point numbers',
    );
  });

  test("truncated weights, at the end and within the header", async () => {
    await truncate(join(dir, "model.safetensors"), 100_000);
    expect(await complaint()).toMatch(/^"model.safetensors" is not a valid safetensors file: /);
    await truncate(join(dir, "model.safetensors"), 100);
    expect(await complaint()).toMatch(/^"model.safetensors" is not a valid safetensors file: /);
    await truncate(join(dir, "model.safetensors"), 0);
    expect(await complaint()).toMatch(/^"model.safetensors" is not a valid safetensors file: /);
  });

  test("JSON that is none, or holds something else", async () => {
    await writeFile(join(dir, "config.json"), "{");
    expect(await complaint()).toMatch(/^"config.json" is not valid JSON: /);
    await writeFile(join(dir, "config.json"), "[]");
    expect(await complaint()).toBe('"config.json" is not valid: it does not hold a JSON object');
  });

  test("a tokenizer of another model, of an unknown kind, or without special pieces", async () => {
    await copyFile(join(fixtures, "roberta-tiny", "tokenizer.json"), join(dir, "tokenizer.json"));
    expect(await complaint()).toBe(
      '"tokenizer.json" has 300 pieces, but "config.json" has a vocabulary of 200',
    );
    await edit("tokenizer.json", (json) => {
      json.post_processor = null;
    });
    expect(await complaint()).toBe(
      '"tokenizer.json" puts no special piece such as [CLS] before a text, which the model needs',
    );
    await edit("tokenizer.json", (json) => {
      json.pre_tokenizer = { type: "Magic" };
    });
    expect(await complaint()).toMatch(/^"tokenizer.json" is not a tokenizer that can be used: /);
    await writeFile(join(dir, "tokenizer.json"), "{}");
    expect(await complaint()).toBe('"tokenizer.json" is not a tokenizer: it has no "model"');
  });

  test("a shard outside the folder, and one that is missing", async () => {
    await rm(join(dir, "model.safetensors"));
    const index = join(dir, "model.safetensors.index.json");
    await writeFile(index, JSON.stringify({ weight_map: { a: "../b.safetensors" } }));
    expect(await complaint()).toBe(
      '"model.safetensors.index.json" is not valid: the file of "a" is not a plain file name',
    );
    await writeFile(index, JSON.stringify({ weight_map: { a: "b.safetensors" } }));
    expect(await complaint()).toBe('cannot read "b.safetensors": there is no such file');
  });

  test("no folder at all", async () => {
    await expect(openModelFolder(join(dir, "none"))).rejects.toThrow(/config.json": there is no such file$/);
    await expect(inspectModelFolder(join(dir, "none"))).rejects.toThrow(/none": there is no such folder$/);
  });
});

describe("the same weights under other names and in other formats", () => {
  test("with the prefix of a model with a head, whose own tensors are named as unused", async () => {
    const plain = await values();
    await editTensors((all) => {
      for (const [name, tensor] of [...all]) {
        all.delete(name);
        all.set(`bert.${name}`, tensor);
      }
      all.set("cls.predictions.bias", { dtype: "F32", shape: [200], data: new Float32Array(200) });
    });
    expect(await values()).toEqual(plain);
    expect((await openModelFolder(dir)).unused).toEqual(["cls.predictions.bias"]);
  });

  test("gamma and beta for layer normalisation", async () => {
    const plain = await values();
    await editTensors((all) => {
      for (const [name, tensor] of [...all]) {
        if (!name.includes("LayerNorm")) continue;
        all.delete(name);
        all.set(name.replace(/weight$/, "gamma").replace(/bias$/, "beta"), tensor);
      }
    });
    expect(await values()).toEqual(plain);
  });

  test("bfloat16: the upper half of each number", async () => {
    const plain = await values();
    await editTensors((all) => {
      for (const [name, { shape, data }] of [...all]) {
        const bits = new Uint32Array((data as Float32Array).buffer);
        all.set(name, { dtype: "BF16", shape, data: Uint16Array.from(bits, (word) => word >>> 16) });
      }
    });
    const cut = Float32Array.from(plain);
    const bits = new Uint32Array(cut.buffer);
    bits.forEach((word, i) => {
      bits[i] = word & 0xffff_0000;
    });
    expect(await values()).toEqual([...cut]);
  });

  test("float16: each number rounded to the nearest half", async () => {
    const plain = await values();
    await editTensors((all) => {
      for (const [name, { shape, data }] of [...all]) {
        all.set(name, { dtype: "F16", shape, data: float32ToHalf(data as Float32Array) });
      }
    });
    const found = await values();
    expect(found).not.toEqual(plain);
    // Eleven significant bits: an error of at most 2⁻¹¹ of the value, or of the smallest normal half.
    const wrong = plain.filter(
      (value, i) => Math.abs(found[i]! - value) > 2 ** -11 * Math.max(Math.abs(value), 2 ** -14),
    );
    expect(wrong).toEqual([]);
  });

  test("in several files with an index", async () => {
    const plain = await values();
    const all = [...(await tensors())];
    const parts = [new Map(all.slice(0, 20)), new Map(all.slice(20))];
    const map: Record<string, string> = {};
    for (const [i, part] of parts.entries()) {
      const file = `model-0000${i + 1}-of-00002.safetensors`;
      await writeSafetensors(join(dir, file), part);
      for (const name of part.keys()) map[name] = file;
    }
    await rm(join(dir, "model.safetensors"));
    await writeFile(join(dir, "model.safetensors.index.json"), JSON.stringify({ weight_map: map }));
    expect(await values()).toEqual(plain);
  });

  test("an old config without model_type", async () => {
    await edit("config.json", (json) => {
      delete json.model_type;
      json.architectures = ["BertForMaskedLM"];
    });
    expect((await openModelFolder(dir)).config.architecture).toBe("bert");
  });
});

test("the report counts what the files hold", async () => {
  // 200·32 + 64·32 + 2·32 + 2·32 = 8,576; a layer 4·(32·32 + 32) + 2·64 + 64·32 + 64 + 32·64 + 32 = 8,544; 8,576 + 2 · 8,544.
  expect(await inspectModelFolder(join(fixtures, "bert-tiny"))).toMatchObject({
    architecture: "bert",
    parameters: 25_664,
    dtypes: new Map([["F32", 37]]),
    unusedTensors: [],
    tokenizer: { type: "WordPiece", vocabulary: 200 },
    maxPieces: 64,
    problems: [],
  });
  expect(await inspectModelFolder(join(fixtures, "deberta-v3-tiny"))).toMatchObject({
    architecture: "deberta-v2",
    // 260·32 + 2·32 + 16·32 + 2·32 = 8,960; a layer 4·(32·32 + 32) + 2·64 + 48·32 + 48 + 32·48 + 32 = 7,504.
    parameters: 8_960 + 2 * 7_504,
    unusedTensors: [],
    tokenizer: { type: "Unigram", vocabulary: 260 },
    maxPieces: 64,
    problems: [],
  });
  expect(await inspectModelFolder(join(fixtures, "modernbert-tiny"))).toMatchObject({
    architecture: "modernbert",
    // 420·32 + 2·32 = 13,504; a layer 4·32·32 + 2·32 + 3·48·32 = 8,768, the first without one norm.
    parameters: 13_504 + 4 * 8_768 - 32,
    unusedTensors: [],
    tokenizer: { type: "BPE", vocabulary: 420 },
    maxPieces: 64,
    problems: [],
  });
  // Positions 0 and 1 are not used by RoBERTa.
  expect(await inspectModelFolder(join(fixtures, "roberta-tiny"))).toMatchObject({ maxPieces: 128 });
});
