import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pretrainedTransformer } from "../../encoders/index.ts";
import { messageOf, UserError } from "../../errors.ts";
import {
  halfToFloat32,
  indexTensor,
  type OnnxGraph,
  OnnxSession,
  ParameterStore,
  Session,
  type Tensor,
  withOutput,
} from "../../graph/index.ts";

/** A graph that is to be run, and the value that is asked of it. */
interface SourceGraph {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly graph: OnnxGraph;
  /** The value with the states of the last layer. */
  readonly states: string;
}

/** How far two computations of the same states are apart. */
export interface StateGap {
  /** The largest difference between two numbers. */
  readonly largest: number;
  /** The mean cosine between the two states of a word. */
  readonly cosine: number;
  /** How many words were compared. */
  readonly words: number;
}

/** Names, numbers, rare words and several scripts, so that many rows of the tables are looked at. */
const sentences: readonly (readonly string[])[] = [
  "Angela Merkel flew from Berlin to Washington D.C. on 14 July 2011 .".split(" "),
  "aspirin reduced the risk of hepatitis in 37 % of the patients".split(" "),
  [..."中国人民银行行长周小川昨日在上海会见了记者"],
  "Ann left Leeds".split(" "),
  "El Niño : ¿ qué pasó en São Paulo — Zürich ?".split(" "),
];

/**
 * Computes the last states of a few sentences twice, with the graph in ONNX Runtime and with the folder that was made of
 * it, and compares them.
 *
 * @param scratch a folder for files that are needed meanwhile
 */
export async function compareStates(dir: string, source: SourceGraph, scratch: string): Promise<StateGap> {
  const encoder = await pretrainedTransformer(dir, { pooling: "first" });
  const prepared = sentences
    .map((words) => encoder.prepare(words))
    .filter(({ windowLengths }) => windowLengths.length === 1);
  const parameters = new ParameterStore({ training: false });
  const { words, sentences: unused } = encoder.build({ parameters, training: false });
  const baked = Object.fromEntries(
    [...parameters].map(({ name, values, shape }) => [name, { data: values, shape }]),
  );
  const session = await Session.compile({ outputs: { words, unused }, baked });
  const own = ((await session.run(encoder.feed(prepared))).words as Tensor).data as Float32Array;
  await session.dispose();
  const { hidden: width, firstPosition } = encoder.config.sizes;
  const sum = { largest: 0, cosine: 0, words: 0 };
  const original = await load(source, scratch);
  try {
    let row = 0;
    for (const { ids, wordStarts, wordRows, unseen } of prepared) {
      const states = await statesOf(original, source, ids, { width, firstPosition });
      for (let word = 0; word + 1 < wordStarts.length; word++, row++) {
        const piece = wordRows[wordStarts[word]!];
        if (piece === undefined || unseen.includes(word)) continue;
        const theirs = states.subarray(piece * width, (piece + 1) * width);
        const ours = own.subarray(row * width, (row + 1) * width);
        sum.largest = Math.max(sum.largest, largestDifference(ours, theirs));
        sum.cosine += cosine(ours, theirs);
        sum.words++;
      }
    }
  } finally {
    await original.dispose();
  }
  return { ...sum, cosine: sum.cosine / sum.words };
}

/** The graph in ONNX Runtime, with its states as an output. */
async function load({ path, bytes, graph, states }: SourceGraph, scratch: string): Promise<OnnxSession> {
  const model = graph.outputs.includes(states) ? bytes : withOutput(bytes, states);
  try {
    if (graph.dataFiles.length === 0) return await OnnxSession.load(model);
    // Files beside a model are found by its path only.
    for (const name of graph.dataFiles) {
      await mkdir(dirname(join(scratch, name)), { recursive: true });
      await copyFile(join(dirname(path), name), join(scratch, name));
    }
    const copy = join(scratch, "model-to-compare.onnx");
    await writeFile(copy, model);
    return await OnnxSession.load(copy);
  } catch (cause) {
    throw cannotRun(path, cause);
  }
}

async function statesOf(
  session: OnnxSession,
  { path, states }: SourceGraph,
  ids: Int32Array,
  { width, firstPosition }: { readonly width: number; readonly firstPosition: number },
): Promise<Float32Array> {
  const length = ids.length;
  const row = (of: ArrayLike<number>): Tensor => ({ ...indexTensor(of), shape: [1, length] });
  const feeds: Record<string, Tensor> = {
    input_ids: row(ids),
    attention_mask: row(new Int32Array(length).fill(1)),
    token_type_ids: row(new Int32Array(length)),
    position_ids: row(Int32Array.from({ length }, (_, place) => firstPosition + place)),
  };
  const unknown = session.inputs.find(({ name }) => !Object.hasOwn(feeds, name));
  if (unknown !== undefined) {
    throw new UserError(
      `"${path}" cannot be compared with what was read from it: it wants an input "${unknown.name}"`,
      {
        hint: `encoders of text want ${Object.keys(feeds).join(", ")}; is it one?`,
      },
    );
  }
  const result = await session.run(feeds, [states]).catch((cause: unknown) => {
    throw cannotRun(path, cause);
  });
  const found = real(result[states]!.data);
  if (found.length !== length * width) {
    throw new UserError(
      `"${path}" gives states of shape [${result[states]!.shape}] where its config makes them [1, ${length}, ${width}]`,
      { hint: "does the config.json belong to it?" },
    );
  }
  return found;
}

function cannotRun(path: string, cause: unknown): unknown {
  if (cause instanceof UserError) return cause;
  return new UserError(
    `"${path}" cannot be run, so what was read from it cannot be compared with it: ${messageOf(cause).split("\n")[0]}`,
    { hint: "another file of the same model (onnx/model.onnx is the plainest) may do", cause },
  );
}

/** Half precision comes as bit patterns, or as an array type of its own where Node has one. */
function real(data: ArrayLike<number> | BigInt64Array): Float32Array {
  if (data instanceof Float32Array) return data;
  if (data instanceof BigInt64Array) return Float32Array.from(data, Number);
  if (!(data instanceof Uint16Array)) return Float32Array.from(data);
  const values = new Float32Array(data.length);
  halfToFloat32(data, values);
  return values;
}

function largestDifference(a: Float32Array, b: Float32Array): number {
  // A number that is none is infinitely far from all others.
  return a.reduce(
    (most, value, i) => Math.max(most, Math.abs(value - b[i]!) || (value === b[i] ? 0 : Infinity)),
    0,
  );
}

function cosine(a: Float32Array, b: Float32Array): number {
  let [product, left, right] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    product += a[i]! * b[i]!;
    left += a[i]! ** 2;
    right += b[i]! ** 2;
  }
  return product / Math.sqrt(left * right);
}
