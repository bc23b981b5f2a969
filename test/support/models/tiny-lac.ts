import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type StoredTensor, writeSafetensors } from "../../../src/graph/index.ts";
import { Random } from "../../../src/random.ts";

const CHARACTERS = [..."abcdefghijklmnopqrstuvwxyzABCDEFNYJSHTWM0123456789.-北京上海在中国人民。，", "OOV"];

/** Sizes of the tiny folder. */
export const tinyLacSizes = { vocabulary: CHARACTERS.length, embedding: 3, hidden: 4, layers: 2 };

/** Writes a folder such as `lac-bigru`, with drawn weights, and returns these by name. */
export async function tinyLac(dir: string, seed = 1): Promise<Map<string, number[][]>> {
  const random = new Random(seed);
  const { embedding, hidden, layers } = tinyLacSizes;
  const matrices = new Map<string, number[][]>();
  const tensors = new Map<string, StoredTensor>();
  const add = (name: string, ...shape: readonly number[]) => {
    const [rows, columns] = shape.length === 1 ? [1, shape[0]!] : [shape[0]!, shape[1]!];
    const matrix = Array.from({ length: rows }, () =>
      Array.from({ length: columns }, () => Math.fround(random.normal())),
    );
    matrices.set(name, matrix);
    tensors.set(name, {
      dtype: "F32",
      shape,
      data: Float32Array.from(matrix.flat()),
    });
  };
  add("embeddings", CHARACTERS.length, embedding);
  for (let layer = 0; layer < layers; layer++) {
    for (const side of ["forward", "backward"]) {
      const at = `layers.${layer}.${side}`;
      add(`${at}.input.weight`, layer === 0 ? embedding : 2 * hidden, 3 * hidden);
      add(`${at}.input.bias`, 3 * hidden);
      add(`${at}.gates.weight`, hidden, 2 * hidden);
      add(`${at}.candidate.weight`, hidden, hidden);
    }
  }
  add("tags.weight", 2 * hidden, 5);
  await mkdir(dir, { recursive: true });
  await writeFile(
    join(dir, "config.json"),
    JSON.stringify({ model_type: "lac-bigru", vocab_size: CHARACTERS.length, hidden_size: hidden, layers }),
  );
  await writeFile(join(dir, "vocab.txt"), `${CHARACTERS.join("\n")}\n`);
  await writeSafetensors(join(dir, "model.safetensors"), tensors);
  return matrices;
}

/** The states of each layer for a text, in plain loops: an independent reading of the equations. */
export function plainLac(matrices: ReadonlyMap<string, number[][]>, text: string): number[][][] {
  const { hidden, layers } = tinyLacSizes;
  const unknown = CHARACTERS.length - 1;
  const ids = [...text].map((character) => {
    const found = CHARACTERS.indexOf(character);
    return found < 0 ? unknown : found;
  });
  const times = (row: readonly number[], matrix: readonly (readonly number[])[]) =>
    matrix[0]!.map((_, column) => row.reduce((sum, value, i) => sum + value * matrix[i]![column]!, 0));
  const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));
  let rows = ids.map((id) => matrices.get("embeddings")![id]!);
  const all: number[][][] = [];
  for (let layer = 0; layer < layers; layer++) {
    const side = (name: string, isReversed: boolean) => {
      const at = `layers.${layer}.${name}`;
      let h = Array<number>(hidden).fill(0);
      const read = isReversed ? rows.toReversed() : rows;
      const states = read.map((x) => {
        const share = times(x, matrices.get(`${at}.input.weight`)!).map(
          (value, i) => value + matrices.get(`${at}.input.bias`)![0]![i]!,
        );
        const gates = times(h, matrices.get(`${at}.gates.weight`)!).map((value, i) =>
          sigmoid(value + share[i]!),
        );
        const reset = h.map((value, i) => value * gates[hidden + i]!);
        const candidate = times(reset, matrices.get(`${at}.candidate.weight`)!).map((value, i) =>
          Math.tanh(value + share[2 * hidden + i]!),
        );
        h = h.map((value, i) => (1 - gates[i]!) * value + gates[i]! * candidate[i]!);
        return h;
      });
      return isReversed ? states.toReversed() : states;
    };
    const [forward, backward] = [side("forward", false), side("backward", true)];
    rows = forward.map((row, i) => [...row, ...backward[i]!]);
    all.push(rows);
  }
  return all;
}
