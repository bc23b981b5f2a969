import type { Entity } from "./span.ts";

export type Status = "open" | "accepted" | "rejected" | "changed";

/** One proposal of the audit and what became of it. `start`, `end` and `label` are always the suggested ones. */
export interface Suggestion extends Entity {
  readonly id: number;
  readonly kind: "missed" | "wrong";
  readonly reason?: "type" | "boundary";
  /** The entity as it was labelled when it was audited. */
  readonly was?: Entity;
  readonly sentence: number;
  readonly probability: number;
  readonly text: string;
  readonly evidence?: Evidence;
  readonly status: Status;
  /** What was decided, where something was. */
  readonly decision?: Decided | null;
}

export interface Decided extends Entity {
  readonly text?: string;
  readonly who: string;
  /** ISO 8601. */
  readonly at: string;
}

/** Why a suggestion should be believed. */
export interface Evidence {
  readonly score?: number;
  readonly folds?: { readonly agree: number; readonly of: number };
  readonly surface?: { readonly labelled: number; readonly occurrences: number };
  readonly neighbours?: readonly Neighbour[];
  readonly dictionary?: readonly string[];
}

/** A labelled entity that looks alike to the model. */
export interface Neighbour extends Entity {
  readonly sentence: number;
  readonly similarity: number;
  readonly text: string;
}

export interface SuggestionPage {
  readonly total: number;
  readonly items: readonly Suggestion[];
}
