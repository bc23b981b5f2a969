import { input, matmul, Session, topK } from "../../graph/index.ts";
import type { NeighbourLink } from "./predictions.ts";

/** Vectors as rows of one array. */
export interface VectorRows {
  readonly values: Float32Array;
  readonly count: number;
  readonly width: number;
}

interface NearestOptions {
  /** How many neighbours a vector gets. Default: 3. */
  readonly most?: number;
  /** Whether a row may be a neighbour of a vector: not if both are of the same place. */
  readonly mayLink?: (vector: number, row: number) => boolean;
  readonly threads?: number;
}

/** Rows fetched beyond those wanted, to replace those that may not be neighbours. */
const SPARE = 8;

/** Vectors compared with all rows in one product. */
const BLOCK = 128;

/**
 * The nearest rows of each vector by cosine similarity. A zero vector has no neighbours.
 *
 * All pairs are compared, as matrix products: with tens of thousands of rows that takes seconds.
 */
export async function nearestRows(
  vectors: VectorRows,
  rows: VectorRows,
  { most = 3, mayLink = () => true, threads = 1 }: NearestOptions = {},
): Promise<NeighbourLink[][]> {
  const { count, width } = vectors;
  const found: NeighbourLink[][] = Array.from({ length: count }, () => []);
  if (count === 0 || rows.count === 0 || width === 0) return found;
  const k = Math.min(rows.count, most + SPARE);
  const similarity = matmul(input("vectors", ["vectors", width]), input("rows", [rows.count, width]), {
    transposeB: true,
  });
  const outputs = topK(similarity, k);
  const bound = { rows: { data: unitRows(rows), shape: [rows.count, width] } };
  const session = await Session.compile({ outputs: { ...outputs }, bound, threads, spinning: false });
  const units = unitRows(vectors);
  try {
    for (let first = 0; first < count; first += BLOCK) {
      const size = Math.min(BLOCK, count - first);
      const data = units.slice(first * width, (first + size) * width);
      const { values, indices } = await session.run({ vectors: { data, shape: [size, width] } });
      for (let i = 0; i < size; i++) {
        const vector = first + i;
        if (data.subarray(i * width, (i + 1) * width).every((value) => value === 0)) continue;
        for (let at = i * k; at < (i + 1) * k && found[vector]!.length < most; at++) {
          const entity = Number(indices!.data[at]);
          if (mayLink(vector, entity)) found[vector]!.push({ entity, similarity: Number(values!.data[at]) });
        }
      }
    }
  } finally {
    await session.dispose();
  }
  return found;
}

/** The rows scaled to length 1; zero rows stay. */
function unitRows({ values, count, width }: VectorRows): Float32Array {
  const scaled = new Float32Array(count * width);
  for (let row = 0; row < count; row++) {
    let sum = 0;
    for (let i = row * width; i < (row + 1) * width; i++) sum += values[i]! * values[i]!;
    const scale = sum > 0 ? 1 / Math.sqrt(sum) : 0;
    for (let i = row * width; i < (row + 1) * width; i++) scaled[i] = values[i]! * scale;
  }
  return scaled;
}
