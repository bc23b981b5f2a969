export { type ByteSource, bytesSource, fileSource } from "./byte-source.ts";
export type { Initialiser } from "./initialiser.ts";
/** `initialise.normal(0.02)`, `initialise.zeros`, …: under one name, because the graph has its own `zeros` and `constant`. */
export * as initialise from "./initialiser.ts";
export { type LoadOptions, type LoadReport, loadParameters, saveParameters } from "./load-parameters.ts";
export { matchesAny, type NamePattern } from "./name-pattern.ts";
export {
  type Companion,
  type Parameter,
  ParameterStore,
  type ParameterStoreOptions,
  type Snapshot,
} from "./parameter-store.ts";

export { SafetensorsFile, type StoredTensor, type TensorArrays } from "./safetensors-file.ts";
export type { StoredDtype, TensorEntry } from "./safetensors-header.ts";
export { writeSafetensors } from "./write-safetensors.ts";
