export { cacheFolder, type Environment } from "./cache-folder.ts";
export type { FileRecord, Manifest } from "./manifest.ts";
export { type PulledEncoder, type PullOptions, pullEncoder } from "./pull-encoder.ts";
export type { PullEvent } from "./pull-event.ts";
