import { join } from "node:path";
import { z } from "zod";
import { UserError } from "../../errors.ts";
import { elementsOf, type Initialiser } from "../../graph/index.ts";
import type { PieceTokenizer } from "../transformer/piece-tokenizer.ts";
import { readBytes, readJsonObject } from "../transformer/read-json-file.ts";
import {
  findWeights,
  isFloating,
  type StoredWeight,
  storedInitialiser,
} from "../transformer/weight-files.ts";
import { characterVocabulary } from "./character-vocabulary.ts";
import type { RecurrentSizes } from "./recurrent-config.ts";

/** `model_type` in the config.json of such a folder. */
export const LAC = "lac-bigru";

export const VOCABULARY = "vocab.txt";

/** A recurrent encoder on disk, checked. */
interface LacFolder {
  readonly sizes: RecurrentSizes;
  readonly tokenizer: PieceTokenizer;
  readonly vocabularyBytes: Uint8Array;
  /** Sets each parameter, by its name without `encoder.`, to what is stored. */
  readonly initialisers: ReadonlyMap<string, Initialiser>;
  /** The tensors of the encoder, and the names of those that are none of its: a head. */
  readonly used: readonly StoredWeight[];
  readonly unused: readonly string[];
}

const count = z.int("must be a whole number").positive("must be above 0");

const lacConfig = z.looseObject({
  model_type: z.literal(LAC),
  vocab_size: count,
  hidden_size: count,
  layers: count,
});

const SIDES = ["forward", "backward"] as const;

/** Whether a folder's config.json says that it is one of these; false too where there is none to read. */
export async function isLacFolder(dir: string): Promise<boolean> {
  try {
    return (await readJsonObject(join(dir, "config.json"))).model_type === LAC;
  } catch (error) {
    if (error instanceof UserError) return false;
    throw error;
  }
}

/**
 * Opens a folder with the bidirectional GRUs of LAC: `config.json`, `vocab.txt` and `model.safetensors`, see
 * docs/encoders.md. Everything is checked before it returns; only the weights are read later.
 *
 * @param layers how many of its layers are used, from below; default: all
 */
export async function openLacFolder(
  dir: string,
  { layers }: { readonly layers?: number } = {},
): Promise<LacFolder> {
  const configFile = join(dir, "config.json");
  const { data: config, error } = lacConfig.safeParse(await readJsonObject(configFile));
  if (config === undefined) {
    const { path, message } = error.issues[0]!;
    throw new UserError(`"${configFile}" is not a usable ${LAC} config: "${path.join(".")}" ${message}`);
  }
  if (layers !== undefined && layers > config.layers) {
    throw new UserError(`cannot use ${layers} layers: "${dir}" has ${config.layers}`);
  }
  const vocabularyFile = join(dir, VOCABULARY);
  const vocabularyBytes = await readBytes(vocabularyFile);
  const tokenizer = characterVocabulary(vocabularyBytes, vocabularyFile);
  if (tokenizer.vocabulary !== config.vocab_size) {
    throw new UserError(
      `"${vocabularyFile}" has ${tokenizer.vocabulary} characters, but "${configFile}" has a vocabulary of ${config.vocab_size}`,
    );
  }
  const stored = await findWeights(dir);
  const embedding = stored.get("embeddings")?.shape[1] ?? config.hidden_size;
  const sizes = {
    vocabulary: config.vocab_size,
    embedding,
    hidden: config.hidden_size,
    layers: layers ?? config.layers,
  };
  return { sizes, tokenizer, vocabularyBytes, ...matchWeights(dir, stored, sizes) };
}

function matchWeights(dir: string, stored: ReadonlyMap<string, StoredWeight>, sizes: RecurrentSizes) {
  const { vocabulary, embedding, hidden, layers } = sizes;
  const taken = new Map<string, StoredWeight>();
  const missing: string[] = [];
  const tensor = (name: string, shape: readonly number[]): StoredWeight | undefined => {
    const weight = stored.get(name);
    if (weight === undefined) {
      missing.push(`"${name}"`);
      return undefined;
    }
    if (weight.shape.join() !== shape.join()) {
      throw new UserError(
        `tensor "${name}" of "${weight.file}" has shape [${weight.shape.join(", ")}], but "${join(dir, "config.json")}" makes it [${shape.join(", ")}]`,
      );
    }
    if (!isFloating(weight.dtype)) {
      throw new UserError(
        `tensor "${name}" of "${weight.file}" is ${weight.dtype}, not floating-point numbers`,
      );
    }
    taken.set(name, weight);
    return weight;
  };
  const initialisers = new Map<string, Initialiser>();
  const set = (name: string, weights: readonly (StoredWeight | undefined)[]) =>
    initialisers.set(name, sideBySide(weights.filter((weight) => weight !== undefined)));
  set("embeddings.table", [tensor("embeddings", [vocabulary, embedding])]);
  for (let layer = 0; layer < layers; layer++) {
    const from = layer === 0 ? embedding : 2 * hidden;
    const parts = {
      input: { name: "input.weight", shape: [from, 3 * hidden] },
      bias: { name: "input.bias", shape: [3 * hidden] },
      gates: { name: "gates.weight", shape: [hidden, 2 * hidden] },
      candidate: { name: "candidate.weight", shape: [hidden, hidden] },
    };
    for (const [part, { name, shape }] of Object.entries(parts)) {
      const both = SIDES.map((side) => tensor(`layers.${layer}.${side}.${name}`, shape));
      set(`layer.${layer}.${part}`, both);
    }
  }
  if (missing.length > 0) {
    const more = missing.length > 3 ? ` and ${missing.length - 3} more` : "";
    throw new UserError(
      `"${join(dir, "model.safetensors")}" lacks tensors of a ${LAC} model: ${missing.slice(0, 3).join(", ")}${more}`,
    );
  }
  return {
    initialisers,
    used: [...taken.values()],
    unused: [...stored.keys()].filter((name) => !taken.has(name)),
  };
}

/** Both directions one after another, each matrix from `[in, out]` to `[out, in]`; a single table as it is. */
function sideBySide(weights: readonly StoredWeight[]): Initialiser {
  return (values, shape, random) => {
    let start = 0;
    for (const weight of weights) {
      const size = elementsOf(weight.shape);
      const target = values.subarray(start, start + size);
      const isTurned = weights.length > 1 && weight.shape.length === 2;
      if (!isTurned) storedInitialiser(weight)(target, shape, random);
      else {
        const own = new Float32Array(size);
        storedInitialiser(weight)(own, shape, random);
        transposed(own, weight.shape[0]!, weight.shape[1]!, target);
      }
      start += size;
    }
  };
}

function transposed(from: Float32Array, rows: number, columns: number, to: Float32Array): void {
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) to[j * rows + i] = from[i * columns + j]!;
}
