import type { StoredTensor } from "../../graph/index.ts";
import type { Pu2Trial } from "./search.ts";

/** What `pu2` takes from its early stages. */
interface Pu2State {
  /** The O-values of all ranked words after so many epochs of exploring. */
  readonly values: ReadonlyMap<number, Float32Array>;
  readonly trials: readonly Pu2Trial[];
}

const VALUES = "oValues.";
const TRIALS = "trials";

/** As tensors, for a checkpoint. */
export function storePu2State({ values, trials }: Pu2State): ReadonlyMap<string, StoredTensor> {
  const tensors = new Map<string, StoredTensor>();
  for (const [epochs, data] of values) {
    tensors.set(`${VALUES}${epochs}`, { dtype: "F32", shape: [data.length], data });
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
  const values = new Map<number, Float32Array>();
  for (const [name, tensor] of tensors) {
    if (name.startsWith(VALUES) && tensor.dtype === "F32") {
      values.set(Number(name.slice(VALUES.length)), tensor.data);
    }
  }
  const stored = tensors.get(TRIALS);
  const rows = stored?.dtype === "F64" ? stored.data : new Float64Array(0);
  const trials = Array.from({ length: rows.length / 4 }, (_, i) => {
    const [explore = 0, remove = 0, spans = 0, score = 0] = rows.subarray(4 * i, 4 * i + 4);
    return { settings: { explore, remove, spans }, score };
  });
  return { values, trials };
}
