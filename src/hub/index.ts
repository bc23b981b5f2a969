export { cacheFolder, type Environment } from "./cache-folder.ts";
export { type PulledEncoder, type PullOptions, pullEncoder } from "./pull-encoder.ts";
export type { PullEvent } from "./pull-event.ts";
export type { FileRecord, PullManifest } from "./pull-manifest.ts";
