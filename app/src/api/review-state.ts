/** How many suggestions are in which state. */
export interface Counts {
  readonly open: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly changed: number;
}

/** The share of the decided suggestions that were right, with a 95 % interval. */
export interface Precision {
  /** Null as long as nothing is decided. */
  readonly estimate: number | null;
  readonly low: number;
  readonly high: number;
}

/** Counts and precision as they come with every answer that changes them. */
export interface Standing {
  readonly counts: Counts;
  readonly precision?: Precision | null;
}

/** What is being reviewed and how far it is. */
export interface ReviewState extends Standing {
  readonly user?: string;
  readonly data: { readonly name: string; readonly sentences: number; readonly labels: readonly string[] };
  readonly formats?: readonly string[];
  readonly methods?: readonly string[];
  readonly canRetrain?: boolean;
  /** What runs are scored on; null where there is nothing to score on. */
  readonly scoredOn?: "test" | "dev" | null;
}
