import type { Entity, Span } from "../../data/index.ts";

/** What the audit proposes to change: one line of suggestions.jsonl. */
export type Suggestion = MissedSuggestion | WrongSuggestion;

/** An entity that the annotators probably missed. */
export interface MissedSuggestion extends SuggestionCore {
  readonly kind: "missed";
}

/** A labelled entity that probably has the wrong label or the wrong boundaries; `start`, `end` and `label` say what it should be. */
export interface WrongSuggestion extends SuggestionCore {
  readonly kind: "wrong";
  /** `type`: other label for the same words. `boundary`: other words (and maybe another label). */
  readonly reason: "type" | "boundary";
  /** The entity as it is labelled now. */
  readonly was: { readonly start: number; readonly end: number; readonly label: string };
}

interface SuggestionCore extends Span {
  /** The position of the sentence in the data, over all its files, counted from 0. */
  readonly sentence: number;
  readonly label: string;
  /** Calibrated probability that the suggestion is right. */
  readonly probability: number;
  /** Whether it lies above the suggested cut (a probability of at least ½). */
  readonly suggested: boolean;
  /** The words of the span, as they stand in the text. */
  readonly text: string;
  readonly evidence: Evidence;
}

/** Why a suggestion should be believed. */
export interface Evidence {
  /** The out-of-fold score of the span, before calibration. */
  readonly score: number;
  /**
   * How many of the models tag this span so. All but one were trained on the sentence, without this label. Absent if
   * there is a single model.
   */
  readonly folds?: { readonly agree: number; readonly of: number };
  /** How often the same surface carries this label elsewhere, of how many occurrences. */
  readonly surface: { readonly labelled: number; readonly occurrences: number };
  /** The labelled entities with the most similar vectors, nearest first; empty if the model has no span vectors. */
  readonly neighbours: readonly Neighbour[];
  /** The labels that the dictionary has for this surface; absent without a dictionary. */
  readonly dictionary?: readonly string[];
}

/** A labelled entity that resembles a suggestion. */
export interface Neighbour extends Entity {
  /** The position of its sentence in the data. */
  readonly sentence: number;
  /** Cosine of the two span vectors. */
  readonly similarity: number;
  readonly text: string;
}
