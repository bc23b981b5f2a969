import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pretrainedTransformer } from "../../src/encoders/index.ts";
import { floatsOf, ParameterStore, Session, type Tensors } from "../../src/graph/index.ts";
import { encodersFolder } from "../data/data-folder.ts";

/** The real encoders that come with reference states; none is part of this repository. */
export const realEncoders: readonly string[] = ["bert-zh-l8", "gte-small-l6", "minilm-l6"];

/** Weights are float16; computed in float32 and in float64, states may differ by so much. */
export const LARGEST_GAP = 1e-3;

/** What Hugging Face made of a sentence, under the names of either kind of `expected.json`. */
interface ExpectedStates {
  readonly words: readonly string[];
  readonly ids?: readonly number[];
  readonly input_ids?: readonly number[];
  readonly word_ids: readonly (number | null)[];
  /** The first eight values of each piece. */
  readonly first8?: readonly (readonly number[])[];
  readonly last_hidden_state_first8?: readonly (readonly number[])[];
  /** The sum of all values of each piece. */
  readonly sum?: readonly number[];
  /** The mean over the pieces. */
  readonly mean_pooled?: readonly number[];
}

/** How far our states are from the reference. */
export interface Parity {
  readonly sentences: number;
  readonly pieces: number;
  /** Whether ids and the words they belong to are the same. */
  readonly sameIds: boolean;
  /** Largest differences: of a value, and of the sum or mean that stands for the other values. */
  readonly value: number;
  readonly total: number;
}

export function isThere(name: string): boolean {
  return existsSync(join(encodersFolder, name, "expected.json"));
}

/** Compares the states of a real encoder with its `expected.json`. */
export async function encoderParity(name: string, threads: number): Promise<Parity> {
  const dir = join(encodersFolder, name);
  const cases: readonly ExpectedStates[] = JSON.parse(readFileSync(join(dir, "expected.json"), "utf8"));
  const encoder = await pretrainedTransformer(dir, { pooling: "first" });
  const sentences = cases.map(({ words }) => encoder.prepare(words));
  // Each piece as a word of its own, so that the vectors of words are the states of all pieces.
  const pieceByPiece = sentences.map((own) => ({
    ...own,
    words: own.ids.length,
    wordStarts: Int32Array.from({ length: own.ids.length + 1 }, (_, piece) => piece),
    wordRows: Int32Array.from(own.ids, (_, piece) => piece),
  }));
  const parameters = new ParameterStore({ training: false });
  const outputs = encoder.build({ parameters, training: false });
  const bound: Tensors = Object.fromEntries(
    [...parameters].map(({ name: own, values, shape }) => [own, { data: values, shape }]),
  );
  const session = await Session.compile({
    outputs: { words: outputs.words, sentences: outputs.sentences },
    bound,
    threads,
  });
  const states = floatsOf(await session.run(encoder.feed(pieceByPiece)), "words");
  await session.dispose();

  const { dim } = encoder;
  let sameIds = true;
  let [pieces, value, total] = [0, 0, 0];
  for (const [i, { ids, wordStarts, wordRows }] of sentences.entries()) {
    const expected = cases[i]!;
    const wordOf: (number | null)[] = [...ids].map(() => null);
    for (let word = 0; word < expected.words.length; word++) {
      for (const row of wordRows.subarray(wordStarts[word], wordStarts[word + 1])) wordOf[row] = word;
    }
    sameIds &&=
      ids.join() === (expected.ids ?? expected.input_ids ?? []).join() &&
      wordOf.join() === expected.word_ids.join();
    const rows = [...ids].map((_, piece) =>
      states.subarray((pieces + piece) * dim, (pieces + piece + 1) * dim),
    );
    const first8 = expected.first8 ?? expected.last_hidden_state_first8 ?? [];
    for (const [piece, row] of rows.entries()) {
      for (const [d, wanted] of first8[piece]?.entries() ?? []) value = largest(value, row[d]! - wanted);
      const sum = expected.sum?.[piece];
      if (sum !== undefined) total = largest(total, row.reduce((all, one) => all + one, 0) - sum);
    }
    for (const [d, mean] of expected.mean_pooled?.entries() ?? []) {
      total = largest(total, rows.reduce((all, row) => all + row[d]!, 0) / rows.length - mean);
    }
    pieces += ids.length;
  }
  return { sentences: cases.length, pieces, sameIds, value, total };
}

/** Not a number counts as far off. */
function largest(gap: number, difference: number): number {
  return Math.max(gap, Number.isNaN(difference) ? Number.POSITIVE_INFINITY : Math.abs(difference));
}
