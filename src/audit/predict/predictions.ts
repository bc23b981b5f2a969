import type { Entity } from "../../data/index.ts";
/** What an audit asks of its models about the data, before any label is compared with it. */
export interface Predictions {
  /** How many models judged. */
  readonly models: number;
  /** The labels that the models know. */
  readonly labels: readonly string[];
  /** The widest span that the models can see, in words; null for no limit. */
  readonly widest: number | null;
  /** For each sentence, what a model says that was not trained on it. */
  readonly sentences: readonly SentencePrediction[];
  /** Sentences beside the data that are known to be complete (dev), each judged by one of the models. */
  readonly beside: readonly BesidePrediction[];
}

export interface SentencePrediction {
  readonly candidates: readonly Candidate[];
  /** How many models would tag an entity, by `entityKey`; entities that are labelled are left out. */
  readonly agreement: ReadonlyMap<string, number>;
}

export interface BesidePrediction {
  /** The position among the sentences beside the data. */
  readonly sentence: number;
  readonly candidates: readonly Candidate[];
}

/** A label that a model gives some probability for a span. */
export interface Candidate extends Entity {
  readonly score: number;
  /** The labelled entities that look most alike to the model, nearest first. */
  readonly neighbours?: readonly NeighbourLink[];
}

export interface NeighbourLink {
  /** The position among all labelled entities of the data, sentence by sentence. */
  readonly entity: number;
  /** Cosine of the two vectors. */
  readonly similarity: number;
}
