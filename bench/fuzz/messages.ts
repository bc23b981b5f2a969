/** What a worker is to do: read inputs of a target from a number on, for a while. */
export interface ToWorker {
  readonly kind: "inputs" | "scaling";
  readonly target: string;
  readonly seed: number;
  readonly first: number;
  readonly milliseconds: number;
}

/** What it tells. */
export type FromWorker =
  | { readonly kind: "ready" }
  /** It begins with an input. */
  | { readonly kind: "at"; readonly index: number }
  | { readonly kind: "failed"; readonly what: string; readonly stack: string; readonly index: number }
  | { readonly kind: "done"; readonly counts: Counts };

/** How many inputs were read, refused with a `UserError`, or neither. */
export interface Counts {
  readonly read: number;
  readonly refused: number;
  readonly failed: number;
}
