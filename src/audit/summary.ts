/** What an audit found, in numbers: audit.json. The suggestions themselves are in suggestions.jsonl. */
export interface AuditSummary {
  readonly format: 1;
  /** The version of Lacuna that wrote it. */
  readonly lacuna: string;
  readonly data: {
    readonly files: readonly string[];
    readonly sentences: number;
    readonly words: number;
    readonly entities: number;
    /** Over all words, so that suggestions are not applied to other data. */
    readonly fingerprint: string;
  };
  readonly models: {
    /** `folds`: each sentence was judged by a model that never saw it. `fast`: the same, over one encoder that saw all. `model`: a model that was given judged all. */
    readonly way: "folds" | "fast" | "model";
    /** How many models judged. */
    readonly count: number;
    readonly method: string;
    readonly encoder: string;
  };
  /**
   * Where probabilities come from. `labels`: from how many of the model's sure spans are labelled. `complete`: from
   * sentences that are known to be complete. `none`: no label could be compared with, so they are the model's own.
   */
  readonly calibration: "labels" | "complete" | "none";
  /** Of all types together. */
  readonly total: Estimate;
  /** By type, in the order of the alphabet. */
  readonly types: readonly TypeEstimate[];
  readonly suggestions: SuggestionCounts;
  /** From low scores to high. */
  readonly curve: readonly CurvePoint[];
  /** How many spans have which score; `labelled` and `unlabelled` are one shorter than `edges`. */
  readonly histogram: {
    readonly edges: readonly number[];
    readonly labelled: readonly number[];
    readonly unlabelled: readonly number[];
  };
  /** What the user should know, each one sentence. */
  readonly notices: readonly string[];
  /** What the audit took; for a resumed one, its last sitting. */
  readonly seconds: number;
  /** Whether it was resumed, so that more time was spent than `seconds`. */
  readonly resumed?: true;
  /** The training config of the models; null with a model that was given. */
  readonly config: unknown;
  /** Only for masked data, where it is known what was hidden. */
  readonly check?: AuditCheck;
}

/** A number of entities with the interval it lies in with 95 % confidence. */
export interface Interval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** How complete labels are. Counts are not rounded: to be shown as whole numbers. */
export interface Estimate {
  /** How many entities are labelled. */
  readonly labelled: number;
  /** How many are missing, by estimate. */
  readonly missing: Interval;
  /** Which share of the entities is labelled, from 0 to 1. */
  readonly completeness: Interval;
}

export interface TypeEstimate extends Estimate {
  readonly label: string;
  /** Suggestions of this type above the suggested cut. */
  readonly suggested: { readonly missed: number; readonly wrong: number };
}

export interface SuggestionCounts {
  /** All that are listed. */
  readonly missed: number;
  readonly wrong: number;
  /** Those above the suggested cut. */
  readonly suggested: { readonly missed: number; readonly wrong: number };
  /** The mean probability of those above the cut: the share that should be right. */
  readonly expectedPrecision: number;
}

/** Spans of about the same score (all types), and what it means. */
export interface CurvePoint {
  /** Their mean score, from 0 to 1. */
  readonly score: number;
  readonly spans: number;
  /** The share of them that is labelled, as counted. */
  readonly labelled: number;
  /** The share of them that are entities, by estimate. */
  readonly entity: number;
  /** How likely an unlabelled one of them is a missed entity, by estimate. */
  readonly missed: number;
  /** For masked data: the share of the unlabelled ones that was hidden. */
  readonly hidden?: number;
}

/** The audit held against what masking had hidden. */
export interface AuditCheck {
  /** How many entities were hidden. */
  readonly hidden: number;
  /** How many of the best missed suggestions are hidden entities; shares from 0 to 1. */
  readonly first: readonly { readonly suggestions: number; readonly precision: number }[];
  /** Of the missed suggestions above the cut. */
  readonly cut: {
    readonly suggestions: number;
    readonly right: number;
    readonly precision: number;
    readonly recall: number;
  };
  readonly estimate: {
    readonly missing: Interval;
    /** (estimate − hidden) / hidden. */
    readonly error: number;
    /** Whether the interval holds the true number. */
    readonly covered: boolean;
  };
  readonly types: readonly {
    readonly label: string;
    readonly hidden: number;
    readonly missing: Interval;
    readonly covered: boolean;
    readonly precision: number;
    readonly recall: number;
  }[];
  /** Missed suggestions of about the same probability, and which share of them is right. */
  readonly reliability: readonly {
    readonly probability: number;
    readonly suggestions: number;
    readonly right: number;
  }[];
}
