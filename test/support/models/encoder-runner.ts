import type { Encoder, Prepared } from "../../../src/encoders/encoder.ts";
import { ParameterStore, Session, type Tensor, type Tensors } from "../../../src/graph/index.ts";
import type { Random } from "../../../src/random.ts";

/** What an encoder computed for a batch. */
export interface Encoded {
  /** One vector per word, sentence by sentence. */
  readonly words: readonly (readonly (readonly number[])[])[];
  readonly sentences: readonly (readonly number[])[];
}

/** An encoder compiled with weights, to be asked for vectors. */
export interface EncoderRunner<P extends Prepared = Prepared> {
  readonly store: ParameterStore;
  encode(sentences: readonly (readonly string[])[], random?: Random): Promise<Encoded>;
  /** The same for sentences that are made ready already. */
  encodePrepared(batch: readonly P[], random?: Random): Promise<Encoded>;
  dispose(): Promise<void>;
}

/** Compiles an encoder with the weights of a seed; `training` gives the graph that has dropout. */
export async function encoderRunner<P extends Prepared>(
  encoder: Encoder<P>,
  {
    store = new ParameterStore({ seed: 1 }),
    training = false,
  }: { store?: ParameterStore; training?: boolean } = {},
): Promise<EncoderRunner<P>> {
  const { words, sentences } = encoder.build({ parameters: store, training });
  const session = await Session.compile({
    outputs: { words, sentences },
    bound: tensorsOf(store),
    threads: 1,
  });
  const encodePrepared = async (batch: readonly P[], random?: Random): Promise<Encoded> => {
    const results = await session.run(encoder.feed(batch, random));
    return { words: perSentence(batch, rowsOf(results.words!)), sentences: rowsOf(results.sentences!) };
  };
  return {
    store,
    encodePrepared,
    encode: (batch, random) =>
      encodePrepared(
        batch.map((sentence) => encoder.prepare(sentence)),
        random,
      ),
    dispose: () => session.dispose(),
  };
}

/** The vectors of one batch, with dropout where there is a `random` to draw it from. */
export async function encodeOnce<P extends Prepared>(
  encoder: Encoder<P>,
  batch: readonly P[],
  { store, random }: { store?: ParameterStore; random?: Random | undefined } = {},
): Promise<Encoded> {
  const training = random !== undefined;
  const runner = await encoderRunner(encoder, { training, ...(store !== undefined && { store }) });
  const encoded = await runner.encodePrepared(batch, random);
  await runner.dispose();
  return encoded;
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

function tensorsOf(store: ParameterStore): Tensors {
  return Object.fromEntries([...store].map(({ name, values, shape }) => [name, { data: values, shape }]));
}

function rowsOf({ data, shape }: Tensor): number[][] {
  const [rows, size] = shape as [number, number];
  return Array.from({ length: rows }, (_, i) => [
    ...(data as Float32Array).subarray(i * size, (i + 1) * size),
  ]);
}

function perSentence<T>(prepared: readonly Prepared[], rows: readonly T[]): T[][] {
  let start = 0;
  return prepared.map(({ words }) => {
    start += words;
    return rows.slice(start - words, start);
  });
}
