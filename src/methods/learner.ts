import type { Sentence } from "../data/index.ts";
import type { BuildContext, NamePattern, Node, StoredTensor, Tensors } from "../graph/index.ts";
import type { Model } from "../models/index.ts";
import type { Random } from "../random.ts";

/**
 * A method at work on a task: what the training loop drives. Most methods are a model and a graph; the optional parts are
 * for those that train in stages, measure something of their own, or fit something when an epoch is scored.
 */
export interface Learner {
  /** What is trained, as it will be used. */
  readonly model: Model;
  /** What is minimised. */
  readonly graph: TrainingGraph;
  /** Stages before the main one; default: none. */
  readonly stages?: Stages;
  /** What it measures in each epoch; default: nothing. */
  readonly metrics?: Metrics;
  /** What it computes besides the trained weights; default: nothing. */
  readonly fit?: Fit;
  /** What the method has left out of the training data, for the report; default: nothing. */
  leftOut?(): LeftOut | undefined;
  /** Weights that training must leave alone, beside those of the encoder. */
  readonly frozen?: readonly NamePattern[];
  /** What the user should know before training starts, such as entities that are too long. */
  readonly notices: readonly string[];
  dispose(): Promise<void>;
}

/** The loss as a graph, and the numbers of each batch for it. */
interface TrainingGraph {
  /** Adds what is to be minimised to a graph for training: a scalar. */
  build(context: BuildContext): Node;
  /** Numbers of a batch for the inputs of `build`; undefined where the batch has nothing to learn from. */
  feed(batch: readonly number[], context: StepContext): Promise<Tensors | undefined>;
  /** Looks at values of the graph after each step; default: at nothing. */
  readonly watch?: Watch;
}

/** Nodes of a training graph whose values a method wants to see. */
interface Watch {
  /** Known once the graph is built. */
  nodes(): Readonly<Record<string, Node>>;
  /** Gets their values for the batch that was fed last. */
  observe(values: Tensors): void;
}

/**
 * Stages that come before the main training, and what a method keeps of them. Each starts from the first weights, and its
 * own weights are forgotten, except where it carries them over to the next.
 */
interface Stages {
  /** In order. */
  readonly early: readonly Stage[];
  /**
   * Ends an early stage, with the weights that it trained in place.
   *
   * @param score the best of the dev scores that choose the epoch, where the stage was scored
   * @param dev the dev sentences to fit by; default: those of the task
   */
  endStage(context: EpochContext, score?: number, dev?: readonly Sentence[]): Promise<void>;
  /** What `endStage` fits on dev sentences, each fit about as long as `Fit.refresh` of all; default: nothing. */
  readonly fits?: { readonly times: number; readonly mostSentences: number };
  /** What was kept of early stages, for a checkpoint. */
  state(): ReadonlyMap<string, StoredTensor>;
  restore(state: ReadonlyMap<string, StoredTensor>): void;
}

/** A part of training that comes before the main one. */
export interface Stage {
  /** For the log: "exploring". */
  readonly name: string;
  /** A number, or a share of those of the main stage, at least one. */
  readonly epochs: number | { readonly share: number };
  /** Whether the dev sentences are scored after each of its epochs. */
  readonly isScored: boolean;
  /** Whether the next stage begins with the weights of this one; default: no. The optimiser starts afresh in both cases. */
  readonly carryWeights?: boolean;
}

/** What a method measures. It counts during an epoch, and looks at hidden entities (of masked data) at its end. */
export interface Metrics {
  /** Measures the epoch that ends here; the counts then start anew. */
  endEpoch(context: EpochContext): Promise<EpochMetrics>;
  /** Counts of the epoch so far, plain JSON, for a checkpoint; and back. */
  counts(): Counts;
  resume(counts: Counts): void;
}

/** Words that a method takes for missed entities and does not train on. */
export interface LeftOut {
  readonly words: number;
  /** Of how many. */
  readonly of: number;
  /** Some of them; how many there are in all is `phrasesInAll`. */
  readonly phrases: readonly LeftOutPhrase[];
  readonly phrasesInAll: number;
}

interface LeftOutPhrase {
  readonly text: string;
  /** How often it was left out. */
  readonly times: number;
  /** The mean of what the model had for `O`. */
  readonly value: number;
  /** What stands before and after it, where it was first left out. */
  readonly before: string;
  readonly after: string;
  /** The share of its words that belong to masked entities; absent where nothing was masked. */
  readonly hidden?: number;
}

/** What is computed from the current weights whenever a model is scored: class centres, biases fitted on dev. */
interface Fit {
  /** What the work of it grows with: the training sentences or the dev sentences. */
  readonly reads: "train" | "dev";
  /**
   * From a sample of the data after an epoch, from all of it for the model that is kept.
   *
   * @param dev the dev sentences to fit by; default: those of the task
   */
  refresh(extent: "sample" | "all", context: EpochContext, dev?: readonly Sentence[]): Promise<void>;
  /** Biases that `refresh` of all has added to scores, by a name that a user understands; default: none. */
  corrections?(): readonly (readonly [what: string, added: number])[];
}

/** Where in a run an epoch stands. */
export interface EpochContext {
  /** Which of the early stages this is, from 0; their number in the main one. */
  readonly stage: number;
  /** Counted from 0 within the stage. */
  readonly epoch: number;
  /** How many epochs the stage will have; the last may be cut short. */
  readonly epochs: number;
}

/** Where in a run a batch stands. Draws depend on this and on nothing else, so a resumed run ends with the same bits. */
export interface StepContext extends EpochContext {
  /** For everything that is drawn for this batch: a generator of its own. */
  readonly random: Random;
}

export type Counts = Readonly<Record<string, number>>;

/** Measurements of one epoch by name, as plain numbers; see docs/training.md for what each one says. */
export type EpochMetrics = Readonly<Record<string, number>>;
