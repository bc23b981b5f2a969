import type { StoredTensor } from "../../../src/graph/index.ts";
import type { Checkpoint } from "../../../src/training/checkpoint/checkpoint.ts";

/** A checkpoint of one weight that tells its step in every part; `best` is the best weight, if another. */
export function smallCheckpoint(step: number, best?: number): Checkpoint {
  const tensor = (value: number): ReadonlyMap<string, StoredTensor> =>
    new Map([["w", { dtype: "F32", shape: [1], data: Float32Array.of(value) }]]);
  return {
    step,
    weights: tensor(step),
    optimiser: { info: { kind: "sgd", updates: [["w", step]] }, tensors: tensor(-step) },
    ...(best === undefined ? {} : { best: tensor(best) }),
    state: { step },
  };
}
