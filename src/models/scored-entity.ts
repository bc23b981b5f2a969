import type { Entity } from "../data/index.ts";

/** An entity that a model found. */
export interface ScoredEntity extends Entity {
  readonly score: number;
}
