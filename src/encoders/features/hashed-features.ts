import { z } from "zod";
import {
  add,
  type BuildContext,
  concat,
  declared,
  dense,
  gather,
  gelu,
  indexTensor,
  initialise,
  input,
  matmul,
  type Node,
  reshape,
  type Tensors,
} from "../../graph/index.ts";
import { parseConfig } from "../../parse-config.ts";
import type { Random } from "../../random.ts";
import { characterColumns, spellingColumn, wordColumns } from "./spelling-column.ts";
import { featureName, type WordFeatures } from "./word-features.ts";
import { type WordRows, wordRows } from "./word-rows.ts";

const ngrams = z.strictObject({
  size: z.int().min(1).default(3).describe("Characters of an n-gram, the marked ends of a word included"),
  most: z.int().positive().default(10).describe("N-grams of one word; longer words keep those at their ends"),
  rows: z.int().positive().default(10_000),
});

export const hashedConfig = z.strictObject({
  kind: z.literal("hashed"),
  name: featureName.default("spelling"),
  text: z
    .enum(["words", "characters"])
    .default("words")
    .describe("The unit of the text, which decides the default columns"),
  columns: z.array(spellingColumn).min(1).optional(),
  hashes: z.int().min(1).max(4).default(2).describe("Rows summed for each spelling"),
  ngrams: ngrams.nullable().optional().describe("Mean of the word's character n-grams; null for none"),
  width: z.int().positive().default(48).describe("Size of each row of the table"),
  dim: z.int().positive().default(128).describe("Size of the word vector the columns are mixed into"),
  wordDropout: z
    .number()
    .min(0)
    .lt(1)
    .default(0.1)
    .describe("Fraction of words whose identity is hidden in training"),
});

export type HashedOptions = Omit<z.input<typeof hashedConfig>, "kind">;

/** The words of a sentence as rows of the table. */
type HashedWords = readonly WordRows[];

/**
 * Features of a word's spelling: form, lower case, prefix, suffix, shape and character n-grams, each hashed into rows
 * of one table, concatenated and mixed by a dense layer. No vocabulary is needed, and unseen words still share most
 * rows with seen ones.
 *
 * In text split into characters, the columns are the character and its bigrams with both neighbours.
 */
export function hashedFeatures(options: HashedOptions = {}): WordFeatures<HashedWords> {
  const given = parseConfig(hashedConfig, { kind: "hashed", ...options }, "the hashed spelling");
  const isWords = given.text === "words";
  const config = {
    ...given,
    columns: given.columns ?? (isWords ? [...wordColumns] : [...characterColumns]),
    ngrams: given.ngrams === undefined ? (isWords ? ngrams.parse({}) : null) : given.ngrams,
  };
  const { name, columns, hashes, width, dim, wordDropout } = config;
  const count = columns.length;
  const table = wordRows({ columns, hashes, ngrams: config.ngrams ?? undefined });
  const prefix = `encoder.${name}`;
  const items = `${name}_items`;

  return {
    name,
    dim,
    config,
    files: async () => new Map(),

    prepare: (words) =>
      words.map((word, i) => table.find({ word, before: words[i - 1] ?? "", after: words[i + 1] ?? "" })),

    build(context: BuildContext): Node {
      // Uniform with deviation 0.2: the sum of two rows then has about the size that layer norms give later layers.
      const rows = declared(
        context,
        `${prefix}.table`,
        [table.tableRows, width],
        initialise.uniform(-0.35, 0.35),
      );
      const found = Array.from({ length: hashes }, (_, h) =>
        gather(rows, input(`${prefix}.rows.${h}`, [items, count], "int64")),
      );
      const parts = [
        reshape(
          found.reduce((a, b) => add(a, b)),
          [items, count * width],
        ),
      ];
      if (config.ngrams !== null) {
        const slots = `${name}_ngrams`;
        const ngramRows = gather(rows, input(`${prefix}.ngrams`, [items, slots], "int64"));
        // A product with 1/n at each n-gram and 0 at unused slots: mask, sum and mean in one.
        const mean = matmul(input(`${prefix}.shares`, [items, 1, slots]), ngramRows);
        parts.push(reshape(mean, [items, width]));
      }
      const mixed = gelu(dense(context, `${prefix}.mix`, concat(parts, 1), dim));
      return gather(mixed, input(`${prefix}.uses`, ["words"], "int64"));
    },

    feed(batch: readonly HashedWords[], random?: Random): Tensors {
      const seen =
        random === undefined || wordDropout === 0
          ? batch
          : batch.map((words) => words.map((word) => (random.uniform() < wordDropout ? word.hidden : word)));
      const { items: found, uses } = unique(seen);
      const feeds: Record<string, Tensors[string]> = { [`${prefix}.uses`]: indexTensor(uses) };
      for (let h = 0; h < hashes; h++) {
        const rows = new Int32Array(found.length * count);
        let at = 0;
        for (const { columns: own } of found) {
          for (let c = 0; c < count; c++) rows[at++] = own[h * count + c]!;
        }
        feeds[`${prefix}.rows.${h}`] = indexTensor(rows, [found.length, count]);
      }
      if (config.ngrams !== null) {
        const slots = found.reduce((most, word) => Math.max(most, word.ngrams.length), 1);
        const rows = new Int32Array(found.length * slots);
        const shares = new Float32Array(found.length * slots);
        let first = 0;
        for (const { ngrams: own } of found) {
          const share = 1 / own.length;
          for (let k = 0; k < own.length; k++) {
            rows[first + k] = own[k]!;
            shares[first + k] = share;
          }
          first += slots;
        }
        feeds[`${prefix}.ngrams`] = indexTensor(rows, [found.length, slots]);
        feeds[`${prefix}.shares`] = { data: shares, shape: [found.length, 1, slots] };
      }
      return feeds;
    },
  };
}

/**
 * The unique items of a batch, in order of first use, and the index of each use: what is computed for a word is
 * computed once per batch, however often it occurs.
 */
function unique<T>(batch: readonly (readonly T[])[]): {
  readonly items: T[];
  readonly uses: Int32Array;
} {
  const places = new Map<T, number>();
  const uses = new Int32Array(batch.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of batch) {
    for (const item of list) {
      let place = places.get(item);
      if (place === undefined) {
        place = places.size;
        places.set(item, place);
      }
      uses[at++] = place;
    }
  }
  return { items: [...places.keys()], uses };
}
