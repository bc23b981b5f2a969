export { type ImportedLac, type ImportLacOptions, importLac } from "./import-lac.ts";
export { type PulledEncoder, type PullOptions, pullEncoder } from "./pull-encoder.ts";
export type { PullEvent } from "./pull-event.ts";
