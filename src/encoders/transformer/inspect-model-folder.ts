import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "../../errors.ts";
import { elementsOf } from "../../graph/index.ts";
import { matchWeights } from "./hugging-face-folder.ts";
import { huggingFaceTokenizer } from "./hugging-face-tokenizer.ts";
import { type ModelConfig, parseModelConfig } from "./model-config.ts";
import { readBytes, readJsonObject } from "./read-json-file.ts";
import { longestWindow, type TransformerSizes } from "./transformer-sizes.ts";
import { findWeights } from "./weight-files.ts";

/** What a model folder contains, and what makes it unusable. Parts that could not be read are undefined. */
export interface ModelFolderReport {
  readonly dir: string;
  /** `bert`, `roberta`, …; undefined if unsupported. */
  readonly architecture: string | undefined;
  readonly sizes: TransformerSizes | Readonly<Record<string, number>> | undefined;
  /** Parameters of the encoder. */
  readonly parameters: number | undefined;
  /** Data types of the encoder's tensors, with the number of tensors of each: `F16: 103`. */
  readonly dtypes: ReadonlyMap<string, number>;
  /** Tensors that are not part of the encoder, such as a head. */
  readonly unusedTensors: readonly string[];
  readonly tokenizer: { readonly type: string; readonly vocabulary: number } | undefined;
  /** Pieces that fit into one window; longer input is read in several. */
  readonly maxPieces: number | undefined;
  /** One line per problem; the folder is usable if there is none. */
  readonly problems: readonly string[];
}

/** Inspects a model folder without loading its weights, and continues after problems. */
export async function inspectModelFolder(dir: string): Promise<ModelFolderReport> {
  const problems: string[] = [];
  const attempt = async <T>(read: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      problems.push(error.message);
      return undefined;
    }
  };
  const isFolder = await readdir(dir).then(
    () => true,
    () => false,
  );
  if (!isFolder) throw new UserError(`cannot read "${dir}": there is no such folder`);

  const config = await attempt(async (): Promise<ModelConfig> => {
    const file = join(dir, "config.json");
    return parseModelConfig(await readJsonObject(file), file);
  });
  const tokenizer = await attempt(async () => {
    const file = join(dir, "tokenizer.json");
    return huggingFaceTokenizer(await readBytes(file), file);
  });
  if (config !== undefined && tokenizer !== undefined && tokenizer.vocabulary > config.sizes.vocabulary) {
    problems.push(
      `"${join(dir, "tokenizer.json")}" has ${tokenizer.vocabulary} pieces, but "${join(dir, "config.json")}" has a vocabulary of ${config.sizes.vocabulary}`,
    );
  }
  const matched = await attempt(async () =>
    config === undefined
      ? { weights: new Map(await findWeights(dir)), unused: [] }
      : matchWeights(dir, config),
  );
  const tensors = [...(matched?.weights.values() ?? [])];
  return {
    dir,
    architecture: config?.architecture,
    sizes: config?.sizes,
    parameters: matched && sum(tensors.map(({ shape }) => elementsOf(shape))),
    dtypes: countBy(tensors.map(({ dtype }) => dtype)),
    unusedTensors: matched?.unused ?? [],
    tokenizer: tokenizer && { type: tokenizer.type, vocabulary: tokenizer.vocabulary },
    maxPieces: config && longestWindow(config.sizes),
    problems,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function countBy(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
