import { z } from "zod";
import {
  type BuildContext,
  concat,
  declared,
  dense,
  gather,
  indexTensor,
  initialise,
  input,
  mul,
  type Node,
  reduceMax,
  relu,
  slice,
  type Tensors,
} from "../../graph/index.ts";
import { parseConfig } from "../../parse-config.ts";
import { hashString } from "./hash-string.ts";
import { unique } from "./hashed-features.ts";
import { featureName, type WordFeatures } from "./word-features.ts";

export const characterCnnConfig = z.strictObject({
  kind: z.literal("character-cnn"),
  name: featureName.default("characters"),
  rows: z.int().min(2).default(1000).describe("Rows of the table that characters are hashed into"),
  width: z.int().positive().default(24).describe("Size of a character's vector"),
  dim: z.int().positive().default(64).describe("Size of the word vector: how many patterns are looked for"),
  window: z.int().positive().default(1).describe("Characters on each side that a pattern spans"),
  most: z.int().min(2).default(24).describe("Characters of a word; longer words keep those at their ends"),
});

export type CharacterCnnOptions = Omit<z.input<typeof characterCnnConfig>, "kind">;

/** Stands before the first and after the last character. */
const BORDER = 0;

/**
 * Word vectors from characters: patterns of a few characters are matched at every place of the word, and the best
 * match of each pattern counts. Each distinct word of a batch is computed once.
 *
 * The patterns are one matrix product over shifted copies: ONNX Runtime's `Conv` is slower on so small inputs.
 */
export function characterCnn(options: CharacterCnnOptions = {}): WordFeatures<readonly string[]> {
  const config = parseConfig(characterCnnConfig, { kind: "character-cnn", ...options }, "the character CNN");
  const { name, rows, width, dim, window, most } = config;
  const prefix = `encoder.${name}`;
  const [items, places] = [`${name}_items`, `${name}_places`];

  const charactersOf = (word: string): number[] => {
    const all = [...word];
    const before = Math.ceil(most / 2);
    const kept = all.length <= most ? all : [...all.slice(0, before), ...all.slice(before - most)];
    return kept.map((character) => 1 + (hashString(character) % (rows - 1)));
  };

  return {
    name,
    dim,
    config,
    files: async () => new Map(),
    prepare: (words) => words,

    build(context: BuildContext): Node {
      const table = declared(context, `${prefix}.table`, [rows, width], initialise.uniform(-0.35, 0.35));
      const characters = gather(table, input(`${prefix}.ids`, [items, `${places}+${2 * window}`], "int64"));
      const shifted = Array.from({ length: 2 * window + 1 }, (_, start) =>
        slice(characters, 1, start, `${places}+${start}`),
      );
      const matched = relu(dense(context, `${prefix}.patterns`, concat(shifted, 2), dim));
      // No match is below 0, so places after the word's end lose against any place within it.
      const inside = mul(matched, input(`${prefix}.inside`, [items, places, 1]));
      return gather(reduceMax(inside, 1), input(`${prefix}.uses`, ["words"], "int64"));
    },

    feed(batch: readonly (readonly string[])[]): Tensors {
      const { items: found, uses } = unique(batch);
      const words = found.map(charactersOf);
      const longest = words.reduce((length, word) => Math.max(length, word.length), 1);
      const row = longest + 2 * window;
      const ids = new Int32Array(words.length * row).fill(BORDER);
      const inside = new Float32Array(words.length * longest);
      words.forEach((word, i) => {
        ids.set(word, i * row + window);
        inside.fill(1, i * longest, i * longest + word.length);
      });
      return {
        [`${prefix}.ids`]: indexTensor(ids, [words.length, row]),
        [`${prefix}.inside`]: { data: inside, shape: [words.length, longest, 1] },
        [`${prefix}.uses`]: indexTensor(uses),
      };
    },
  };
}
