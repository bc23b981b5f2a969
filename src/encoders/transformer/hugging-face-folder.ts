import { join } from "node:path";
import { entryOf } from "../../entries.ts";
import { UserError } from "../../errors.ts";
import type { Initialiser } from "../../graph/index.ts";
import { type HuggingFaceTokenizer, huggingFaceTokenizer } from "./hugging-face-tokenizer.ts";
import { type ModelConfig, parseModelConfig } from "./model-config.ts";
import { readBytes, readJsonObject } from "./read-json-file.ts";
import { parameterShapes } from "./transformer-sizes.ts";
import { findWeights, isFloating, type StoredWeight, storedInitialiser } from "./weight-files.ts";

/** A pretrained model on disk, checked: its config, its tokeniser, and a stored tensor for every parameter. */
export interface ModelFolder {
  readonly dir: string;
  readonly config: ModelConfig;
  readonly tokenizer: HuggingFaceTokenizer;
  readonly tokenizerBytes: Uint8Array;
  /** By parameter name, without `encoder.`. */
  readonly weights: ReadonlyMap<string, StoredWeight>;
  /** Sets each parameter to the stored tensor. */
  readonly initialisers: ReadonlyMap<string, Initialiser>;
  /** Tensors that are not part of the encoder: heads, poolers. */
  readonly unused: readonly string[];
}

/**
 * Opens a Hugging Face folder. Everything is checked before it returns; only the weights are read later.
 *
 * @param layers how many of its layers are used, from below; default: all
 */
export async function openModelFolder(
  dir: string,
  { layers }: { readonly layers?: number } = {},
): Promise<ModelFolder> {
  const configFile = join(dir, "config.json");
  const config = cutTo(layers, parseModelConfig(await readJsonObject(configFile), configFile), dir);
  const tokenizerFile = join(dir, "tokenizer.json");
  const tokenizerBytes = await readBytes(tokenizerFile);
  const tokenizer = huggingFaceTokenizer(tokenizerBytes, tokenizerFile);
  if (tokenizer.vocabulary > config.sizes.vocabulary) {
    throw new UserError(
      `"${tokenizerFile}" has ${tokenizer.vocabulary} pieces, but "${configFile}" has a vocabulary of ${config.sizes.vocabulary}`,
    );
  }
  const { weights, unused } = await matchWeights(dir, config);
  const initialisers = new Map([...weights].map(([name, weight]) => [name, storedInitialiser(weight)]));
  return { dir, config, tokenizer, tokenizerBytes, weights, initialisers, unused };
}

function cutTo(layers: number | undefined, config: ModelConfig, dir: string): ModelConfig {
  if (layers === undefined) return config;
  if (layers > config.sizes.layers) {
    throw new UserError(`cannot use ${layers} layers: "${dir}" has ${config.sizes.layers}`);
  }
  return { ...config, sizes: { ...config.sizes, layers } };
}

/** Finds the tensor of each parameter, under any of its names, and checks its shape and type. */
export async function matchWeights(
  dir: string,
  { family, sizes, architecture }: ModelConfig,
): Promise<{ weights: Map<string, StoredWeight>; unused: string[] }> {
  const stored = await findWeights(dir);
  const files = [...new Set([...stored.values()].map(({ file }) => file))];
  const place = files.length === 1 ? `"${files[0]}"` : `"${dir}"`;
  const weights = new Map<string, StoredWeight>();
  const taken = new Set<string>();
  const missing: string[] = [];
  for (const [name, shape] of parameterShapes(sizes)) {
    const pattern = entryOf(family.tensors, name.replace(/^layer\.\d+\./, "layer.#."));
    const names = storedNames(pattern, name, family.prefix);
    const found = names.find((candidate) => stored.has(candidate));
    const weight = found === undefined ? undefined : stored.get(found);
    if (found === undefined || weight === undefined) {
      missing.push(names[0]);
      continue;
    }
    if (weight.shape.join() !== shape.join()) {
      throw new UserError(
        `tensor "${found}" of "${weight.file}" has shape [${weight.shape.join(", ")}], but "${join(dir, "config.json")}" makes it [${shape.join(", ")}]`,
      );
    }
    if (!isFloating(weight.dtype)) {
      throw new UserError(
        `tensor "${found}" of "${weight.file}" is ${weight.dtype}, not floating-point numbers`,
      );
    }
    taken.add(found);
    weights.set(name, weight);
  }
  if (missing.length > 0) {
    const more = missing.length > 3 ? ` and ${missing.length - 3} more` : "";
    throw new UserError(
      `${place} lacks tensors of a ${architecture} model: ${missing
        .slice(0, 3)
        .map((name) => `"${name}"`)
        .join(", ")}${more}`,
    );
  }
  return { weights, unused: [...stored.keys()].filter((name) => !taken.has(name)) };
}

/** With and without the prefix of a model with a head, and with TensorFlow's names for layer normalisation. */
export function storedNames(pattern: string, name: string, prefix: string): [string, ...string[]] {
  const layer = /^layer\.(\d+)\./.exec(name)?.[1] ?? "";
  const tensor = pattern.replace("#", layer);
  const old = tensor
    .replace(/LayerNorm\.weight$/, "LayerNorm.gamma")
    .replace(/LayerNorm\.bias$/, "LayerNorm.beta");
  return [tensor, prefix + tensor, old, prefix + old];
}
