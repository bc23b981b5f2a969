import type { StoredTensor } from "../../graph/index.ts";
import type { Pu2Trial } from "./search.ts";

/** What is known after some epochs of exploring. */
export interface Explored {
  /** The O-values of all ranked words. */
  readonly values: Float32Array;
  /** λ by these, see `missingByValues`. */
  readonly missing: number;
  /** How well O-values tell entities of complete dev sentences from their other words; 0 where nobody asked. */
  readonly separation: number;
}

/** What `pu2` takes from its early stages. */
interface Pu2State {
  /** By the number of epochs. */
  readonly explored: ReadonlyMap<number, Explored>;
  readonly trials: readonly Pu2Trial[];
}

const VALUES = "oValues.";
const EXPLORED = "explored";
const TRIALS = "trials";

/** As tensors, for a checkpoint. */
export function storePu2State({ explored, trials }: Pu2State): ReadonlyMap<string, StoredTensor> {
  const tensors = new Map<string, StoredTensor>();
  for (const [epochs, { values: data }] of explored) {
    tensors.set(`${VALUES}${epochs}`, { dtype: "F32", shape: [data.length], data });
  }
  if (explored.size > 0) {
    const rows = [...explored].flatMap(([epochs, { missing, separation }]) => [epochs, missing, separation]);
    tensors.set(EXPLORED, { dtype: "F64", shape: [explored.size, 3], data: Float64Array.from(rows) });
  }
  if (trials.length > 0) {
    const rows = trials.flatMap(({ settings: { explore, remove, spans }, score }) => [
      explore,
      remove,
      spans,
      score,
    ]);
    tensors.set(TRIALS, { dtype: "F64", shape: [trials.length, 4], data: Float64Array.from(rows) });
  }
  return tensors;
}

/** The other way round. */
export function restorePu2State(tensors: ReadonlyMap<string, StoredTensor>): Pu2State {
  const explored = new Map<number, Explored>();
  const rows = new Map(rowsOf(tensors.get(EXPLORED), 3).map((row) => [row[0], row]));
  for (const [name, tensor] of tensors) {
    if (!name.startsWith(VALUES) || tensor.dtype !== "F32") continue;
    const epochs = Number(name.slice(VALUES.length));
    // Earlier checkpoints have no such rows: their configs leave nothing open.
    const [, missing = 0, separation = 0] = rows.get(epochs) ?? [];
    explored.set(epochs, { values: tensor.data, missing, separation });
  }
  const trials = rowsOf(tensors.get(TRIALS), 4).map(([explore = 0, remove = 0, spans = 0, score = 0]) => ({
    settings: { explore, remove, spans },
    score,
  }));
  return { explored, trials };
}

function rowsOf(stored: StoredTensor | undefined, columns: number): number[][] {
  const data = stored?.dtype === "F64" ? stored.data : new Float64Array(0);
  return Array.from({ length: data.length / columns }, (_, i) => [
    ...data.subarray(columns * i, columns * (i + 1)),
  ]);
}
