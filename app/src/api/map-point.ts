import type { Entity } from "./span.ts";

/** One labelled span on the map of span vectors. */
export interface MapPoint extends Entity {
  readonly x: number;
  readonly y: number;
  readonly sentence: number;
  readonly text: string;
  /** An open suggestion; absent for an entity that is labelled. */
  readonly suggestion?: number;
}
