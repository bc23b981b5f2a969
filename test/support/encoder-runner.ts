import type { Encoder, Prepared } from "../../src/encoders/encoder.ts";
import { type Node, Session, type Tensors } from "../../src/graph/index.ts";
import { ParameterStore } from "../../src/graph/parameters/index.ts";
import type { Random } from "../../src/random.ts";

type Sentences = readonly (readonly string[])[];

/** What an encoder computed for a batch. */
export interface Encoded {
  /** One vector per word, sentence by sentence. */
  readonly words: readonly (readonly (readonly number[])[])[];
  readonly sentences: readonly (readonly number[])[];
}

/** An encoder compiled with weights, to be asked for vectors. */
export interface EncoderRunner {
  readonly store: ParameterStore;
  encode(sentences: Sentences, random?: Random): Promise<Encoded>;
  dispose(): Promise<void>;
}

/** Compiles an encoder with the weights of a seed; `training` gives the graph that has dropout. */
export async function encoderRunner(
  encoder: Encoder,
  {
    store = new ParameterStore({ seed: 1 }),
    training = false,
  }: { store?: ParameterStore; training?: boolean } = {},
): Promise<EncoderRunner> {
  const { words, sentences } = encoder.build({ parameters: store, training });
  const session = await Session.compile({
    outputs: { words, sentences },
    inputs: leavesOf([words, sentences]),
    bound: Object.fromEntries([...store].map(({ name, values, shape }) => [name, { data: values, shape }])),
    threads: 1,
  });
  return {
    store,
    async encode(batch, random) {
      const prepared = batch.map((sentence) => encoder.prepare(sentence));
      const results = await session.run(encoder.feed(prepared, random));
      return {
        words: perSentence(prepared, rowsOf(results.words!)),
        sentences: rowsOf(results.sentences!),
      };
    },
    dispose: () => session.dispose(),
  };
}

/** Inputs and parameters that nodes depend on. */
export function leavesOf(roots: readonly Node[]): Node[] {
  const leaves: Node[] = [];
  const seen = new Set<Node>();
  const open = [...roots];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    if (node.op === "input" || node.op === "parameter") leaves.push(node);
    open.push(...node.inputs);
  }
  return leaves;
}

function rowsOf({ data, shape }: Tensors[string]): number[][] {
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
