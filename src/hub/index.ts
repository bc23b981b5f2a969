export { type PulledEncoder, type PullOptions, pullEncoder } from "./pull-encoder.ts";
export type { PullEvent } from "./pull-event.ts";
