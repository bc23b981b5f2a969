import type { Encoder, Prepared } from "../../src/encoders/encoder.ts";
import { Session, type Tensors } from "../../src/graph/index.ts";
import type { ParameterStore } from "../../src/graph/parameters/index.ts";
import type { Random } from "../../src/random.ts";

/** The vectors of a batch, a row for each word and each sentence. */
export interface Encoded {
  readonly words: readonly (readonly number[])[];
  readonly sentences: readonly (readonly number[])[];
}

/** Builds an encoder, runs it once on a batch, and cuts the result into rows. */
export async function runEncoder<P extends Prepared>(
  encoder: Encoder<P>,
  parameters: ParameterStore,
  batch: readonly P[],
  random?: Random,
): Promise<Encoded> {
  const { words, sentences } = encoder.build({ parameters, training: random !== undefined });
  const bound: Tensors = Object.fromEntries(
    [...parameters].map(({ name, values, shape }) => [name, { data: values, shape }]),
  );
  const session = await Session.compile({ outputs: { words, sentences }, baked: bound, threads: 1 });
  const result = await session.run(encoder.feed(batch, random));
  await session.dispose();
  const rows = (name: string) => {
    const { data, shape } = result[name]!;
    const [count, width] = shape as [number, number];
    return Array.from({ length: count }, (_, i) => [
      ...(data as Float32Array).subarray(i * width, (i + 1) * width),
    ]);
  };
  return { words: rows("words"), sentences: rows("sentences") };
}

/** The largest difference between two lists of rows of the same form. */
export function largestDifference(
  a: readonly (readonly number[])[],
  b: readonly (readonly number[])[],
): number {
  if (a.length !== b.length) throw new Error(`${a.length} rows against ${b.length}`);
  let largest = 0;
  a.forEach((row, i) => {
    if (row.length !== b[i]!.length)
      throw new Error(`row ${i} has ${row.length} values against ${b[i]!.length}`);
    row.forEach((value, j) => {
      largest = Math.max(largest, Math.abs(value - b[i]![j]!));
    });
  });
  return largest;
}
