import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SafetensorsFile } from "../../../src/graph/index.ts";
import { encodeModel } from "../../../src/graph/onnx/proto.ts";

interface FusedOptions {
  /** Keep the tensors in a file of this name beside the graph. */
  readonly data?: string;
  /** Give that file in place of the graph. */
  readonly part?: "graph" | "data";
}

/**
 * The graph that onnxruntime.transformers.optimizer makes of a BERT folder: EmbedLayerNormalization, Attention,
 * SkipLayerNormalization and BiasGelu, with names that say nothing.
 */
export async function fusedBert(
  dir: string,
  { data, part = "graph" }: FusedOptions = {},
): Promise<Uint8Array> {
  const config = JSON.parse(readFileSync(join(dir, "config.json"), "utf8"));
  const file = await SafetensorsFile.open(join(dir, "model.safetensors"));
  const weights = new Map<string, { shape: readonly number[]; data: Float32Array }>();
  for (const name of file.tensors.keys()) {
    const { shape, data: values } = await file.read(name);
    weights.set(name.replace(/^bert\./, ""), { shape, data: values as Float32Array });
  }
  await file.close();
  const own = (name: string) => weights.get(name)!;

  const initializer: object[] = [];
  const pieces: Uint8Array[] = [];
  let offset = 0;
  const constant = (values: Float32Array, dims: readonly number[]): string => {
    const name = `val_${initializer.length}`;
    const bytes = new Uint8Array(values.slice().buffer);
    const entry = (key: string, value: string | number) => ({ key, value: String(value) });
    initializer.push({
      name,
      dims,
      dataType: 1,
      ...(data === undefined
        ? { rawData: bytes }
        : {
            dataLocation: 1,
            externalData: [entry("location", data), entry("offset", offset), entry("length", bytes.length)],
          }),
    });
    pieces.push(bytes);
    offset += bytes.length;
    return name;
  };
  const plain = (name: string) => constant(own(name).data, own(name).shape);
  /** Matrices turned and put side by side, as MatMul and Attention want them. */
  const turned = (...names: string[]): string => {
    const [rows = 0, columns = 0] = own(names[0]!).shape;
    const width = rows * names.length;
    const values = new Float32Array(columns * width);
    names.forEach((name, index) => {
      for (let row = 0; row < rows; row++) {
        for (let column = 0; column < columns; column++) {
          values[column * width + index * rows + row] = own(name).data[row * columns + column]!;
        }
      }
    });
    return constant(values, [columns, width]);
  };
  const joined = (...names: string[]): string => {
    const all = names.flatMap((name) => [...own(name).data]);
    return constant(Float32Array.from(all), [all.length]);
  };

  const node: object[] = [];
  const op = (opType: string, input: string[], output: string[], attributes: Record<string, number> = {}) =>
    node.push({
      input,
      output,
      name: `n${node.length}`,
      opType,
      domain: ["MatMul", "Cast"].includes(opType) ? "" : "com.microsoft",
      attribute: Object.entries(attributes).map(([name, value]) =>
        Number.isInteger(value) ? { name, type: 2, i: value } : { name, type: 1, f: value },
      ),
    });
  const epsilon: number = config.layer_norm_eps ?? 1e-12;
  for (const name of ["input_ids", "token_type_ids", "attention_mask"])
    op("Cast", [name], [`${name}_32`], { to: 6 });
  const embeddings = ["word_embeddings.weight", "position_embeddings.weight", "token_type_embeddings.weight"];
  op(
    "EmbedLayerNormalization",
    [
      "input_ids_32",
      "token_type_ids_32",
      ...[...embeddings, "LayerNorm.weight", "LayerNorm.bias"].map((name) => plain(`embeddings.${name}`)),
      "attention_mask_32",
    ],
    ["x", "mask"],
    { epsilon },
  );
  let x = "x";
  for (let layer = 0; layer < config.num_hidden_layers; layer++) {
    const at = `encoder.layer.${layer}`;
    const three = ["query", "key", "value"].map((name) => `${at}.attention.self.${name}`);
    const after = (source: string, skip: string, dense: string, target: string) => {
      op("MatMul", [source, turned(`${at}.${dense}.dense.weight`)], [`${target}_m`]);
      const others = ["LayerNorm.weight", "LayerNorm.bias", "dense.bias"].map((name) =>
        plain(`${at}.${dense}.${name}`),
      );
      op("SkipLayerNormalization", [`${target}_m`, skip, ...others], [target], { epsilon });
    };
    op(
      "Attention",
      [
        x,
        turned(...three.map((name) => `${name}.weight`)),
        joined(...three.map((name) => `${name}.bias`)),
        "attention_mask_32",
      ],
      [`a${layer}`],
      { num_heads: config.num_attention_heads },
    );
    after(`a${layer}`, x, "attention.output", `b${layer}`);
    op("MatMul", [`b${layer}`, turned(`${at}.intermediate.dense.weight`)], [`c${layer}`]);
    op("BiasGelu", [`c${layer}`, plain(`${at}.intermediate.dense.bias`)], [`d${layer}`]);
    const isLast = layer === config.num_hidden_layers - 1;
    x = isLast ? "sequence_output" : `e${layer}`;
    after(`d${layer}`, `b${layer}`, "output", x);
  }
  const value = (name: string, elemType: number, ...sizes: (string | number)[]) => ({
    name,
    type: {
      tensorType: {
        elemType,
        shape: {
          dim: sizes.map((size) => (typeof size === "string" ? { dimParam: size } : { dimValue: size })),
        },
      },
    },
  });
  if (part === "data") return Buffer.concat(pieces);
  return encodeModel({
    irVersion: 8,
    producerName: "test",
    opsetImport: [
      { domain: "", version: 17 },
      { domain: "com.microsoft", version: 1 },
    ],
    metadataProps: [],
    graph: {
      name: "g",
      node,
      initializer,
      input: ["input_ids", "attention_mask", "token_type_ids"].map((name) =>
        value(name, 7, "batch", "length"),
      ),
      output: [value("sequence_output", 1, "batch", "length", config.hidden_size)],
    },
  } as never);
}
