export { cachedFolder, encoderFolder } from "./cached-encoders.ts";
export { type ImportedEncoder, type ImportOptions, importEncoder } from "./import-encoder.ts";
export { type ImportedLac, type ImportLacOptions, importLac } from "./import-lac.ts";
export { listEncoders } from "./list-encoders.ts";
export { type PulledEncoder, type PullOptions, pullEncoder } from "./pull-encoder.ts";
export type { PullEvent } from "./pull-event.ts";
