import { UserError } from "../../errors.ts";
import type { ParameterStore, Snapshot, StoredTensor } from "../../graph/index.ts";
/** The weights of a store for a checkpoint: the live ones where they lie, or those of a snapshot. */
export function checkpointWeights(store: ParameterStore, snapshot?: Snapshot): Map<string, StoredTensor> {
  const weights = new Map<string, StoredTensor>();
  for (const parameter of store) {
    const { name, shape } = parameter;
    if (store.isConstant(name)) continue;
    const data = snapshot === undefined ? parameter.values : snapshot.get(name);
    if (data === undefined) throw new Error(`the snapshot lacks parameter "${name}"`);
    weights.set(name, { dtype: "F32", shape, data });
  }
  return weights;
}

/** The weights of a checkpoint as a snapshot of a store, to go back to bit for bit with `store.restore`. */
export function snapshotOf(store: ParameterStore, weights: ReadonlyMap<string, StoredTensor>): Snapshot {
  for (const name of weights.keys()) {
    if (!store.has(name)) throw unfit(`it has weights "${name}", which the model lacks`);
  }
  const snapshot = new Map<string, Float32Array>();
  // Not `parameter.values`: asking for them would draw the initial values in vain.
  for (const { name, shape } of store) {
    if (store.isConstant(name)) continue;
    const stored = weights.get(name);
    if (stored === undefined) throw unfit(`it lacks the weights "${name}"`);
    if (stored.dtype !== "F32" || stored.shape.join() !== shape.join()) {
      throw unfit(`its weights "${name}" are ${stored.dtype} [${stored.shape}], not F32 [${shape}]`);
    }
    snapshot.set(name, stored.data);
  }
  return snapshot;
}

function unfit(reason: string): UserError {
  return new UserError(`the checkpoint does not fit the model: ${reason}`, {
    hint: "resume with the config that the run was started with, or start a new run",
  });
}
