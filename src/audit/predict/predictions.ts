import type { Entity } from "../../data/index.ts";

/** The out-of-fold predictions of all models of an audit, not yet compared with labels. */
export interface Predictions {
  /** How many models predicted. */
  readonly models: number;
  /** The labels that the models know. */
  readonly labels: readonly string[];
  /** The widest span that the models score, in words; null for no limit. */
  readonly widest: number | null;
  /** For each sentence, the predictions of a model that was not trained on it. */
  readonly sentences: readonly SentencePrediction[];
  /** Dev sentences, which are complete, each predicted by one of the models. */
  readonly dev: readonly DevPrediction[];
}

interface SentencePrediction {
  readonly candidates: readonly Candidate[];
  /** How many models would tag an entity, by `entityKey`; entities that are labelled are left out. */
  readonly agreement: ReadonlyMap<string, number>;
}

export interface DevPrediction {
  /** The position among the dev sentences. */
  readonly sentence: number;
  readonly candidates: readonly Candidate[];
}

/** A label for a span, with the probability that a model gives it. */
export interface Candidate extends Entity {
  readonly score: number;
  /** The labelled entities with the most similar vectors, nearest first. */
  readonly neighbours?: readonly NeighbourLink[];
}

export interface NeighbourLink {
  /** The position among all labelled entities of the data, sentence by sentence. */
  readonly entity: number;
  /** Cosine of the two vectors. */
  readonly similarity: number;
}
