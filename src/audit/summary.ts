import type { Warning } from "../errors.ts";

/** The numbers of an audit: audit.json. The suggestions themselves are in suggestions.jsonl. */
export interface AuditSummary {
  readonly format: 1;
  /** The version of Lacuna that wrote it. */
  readonly lacuna: string;
  readonly data: {
    readonly files: readonly string[];
    readonly sentences: number;
    readonly words: number;
    readonly entities: number;
    /** Hash of all words, so that suggestions are not applied to other data. */
    readonly fingerprint: string;
  };
  readonly models: {
    /** `folds`: each sentence was predicted by a model that was not trained on it. `fast`: the same, but all share an encoder trained on everything. `model`: one given model predicted all. */
    readonly way: "folds" | "fast" | "model";
    /** How many models predicted. */
    readonly count: number;
    readonly method: string;
    readonly encoder: string;
  };
  /**
   * What probabilities are calibrated on. `labels`: the labelled share of the most confident spans. `complete`: sentences
   * that are known to be complete. `none`: nothing, since there are too few labels; they are the model's own.
   */
  readonly calibration: "labels" | "complete" | "none";
  /** Of all types together. */
  readonly total: Estimate;
  /** By type, in alphabetical order. */
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
  /** What makes these numbers doubtful, and what to do about it; absent where nothing does. */
  readonly warnings?: readonly Warning[];
  /** Duration of the audit; of a resumed one, since it was last resumed. */
  readonly seconds: number;
  /** Whether it was resumed: then it took longer than `seconds` in all. */
  readonly resumed?: true;
  /** The training config of the models; null for a given model. */
  readonly config: unknown;
  /** Only for masked data, where the hidden labels are known. */
  readonly check?: AuditCheck;
}

/** A number with its 95 % confidence interval. */
export interface Interval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/** How complete labels are. Counts are not rounded: to be shown as whole numbers. */
export interface Estimate {
  /** How many entities are labelled. */
  readonly labelled: number;
  /** How many are missing (estimate). */
  readonly missing: Interval;
  /** The labelled share of the entities, from 0 to 1. */
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
  /** The mean probability of those above the cut. */
  readonly expectedPrecision: number;
}

/** Spans of about the same score, of all types. */
export interface CurvePoint {
  /** Their mean score, from 0 to 1. */
  readonly score: number;
  readonly spans: number;
  /** The labelled share of them. */
  readonly labelled: number;
  /** The share of them that are entities (estimate). */
  readonly entity: number;
  /** The probability that an unlabelled one is a missed entity (estimate). */
  readonly missed: number;
  /** For masked data: the share of the unlabelled ones whose label was hidden. */
  readonly hidden?: number;
}

/** The audit compared with the labels that masking hid. */
export interface AuditCheck {
  /** How many entities were hidden. */
  readonly hidden: number;
  /** Precision of the best missed suggestions, from 0 to 1: the share that are hidden entities. */
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
    /** Whether the interval contains the true number. */
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
  /** Missed suggestions of about the same probability; `right` is the share of them that are hidden entities. */
  readonly reliability: readonly {
    readonly probability: number;
    readonly suggestions: number;
    readonly right: number;
  }[];
}
