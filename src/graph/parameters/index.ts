export { type ByteSource, bytesSource, fileSource } from "./byte-source.ts";
export {
  constant,
  glorotUniform,
  type Initialiser,
  kaimingNormal,
  kaimingUniform,
  normal,
  ones,
  truncatedNormal,
  uniform,
  zeros,
} from "./initialiser.ts";
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
export type { Dtype, TensorEntry } from "./safetensors-header.ts";
export { writeSafetensors } from "./write-safetensors.ts";
