import type { BuildContext, NamePattern, Node, StoredTensor, Tensors } from "../graph/index.ts";
import type { Model } from "../models/index.ts";
import type { Random } from "../random.ts";
/**
 * A part of training that comes before the main one: it starts from the first weights, and what it learns is not kept
 * but for what the learner takes from it in `advance`, unless the next stage goes on with its weights.
 */
export interface Stage {
  /** For the log: "exploring". */
  readonly name: string;
  /** A number, or a share of those of the main stage, at least one. */
  readonly epochs: number | { readonly share: number };
  /** Whether the dev sentences are scored after each of its epochs. */
  readonly isScored: boolean;
  /** Whether the next stage begins with the weights of this one; not unless told. What the optimiser remembers is forgotten all the same. */
  readonly hasHeir?: boolean;
}

/** Where in a run a batch stands. Draws depend on this and on nothing else, so a resumed run goes on as if it had never stopped. */
export interface Place {
  /** Which of the learner's `early` stages this is, from 0; their number in the main one. */
  readonly stage: number;
  /** Counted from 0 within the stage. */
  readonly epoch: number;
  /** How many epochs the stage will have; the last may be cut short. */
  readonly epochs: number;
  /** For everything that is drawn for this batch: a generator of its own. */
  readonly random: Random;
}

/**
 * A method at work on a task: what the training loop drives. It remembers counts of the current epoch, and what it took
 * from early stages, and nothing else.
 */
export interface Learner {
  /** What is trained, as it will be used. */
  readonly model: Model;
  /** Weights that training must leave alone, beside those of the encoder. */
  readonly frozen?: readonly NamePattern[];
  /** What the user should know before training starts, such as entities that are too long. */
  readonly notices: readonly string[];
  /** Stages before the main one, in order. After each, `advance` is called, and all weights are as at the start again unless it has an heir. */
  readonly early?: readonly Stage[];
  /**
   * Ends an early stage, with the weights that it trained in place.
   *
   * @param score the best of the dev scores that choose the epoch, where the stage was scored
   */
  advance?(place: Omit<Place, "random">, score?: number): Promise<void>;
  /** What it took from early stages, for a checkpoint; and back. */
  memory?(): ReadonlyMap<string, StoredTensor>;
  recall?(memory: ReadonlyMap<string, StoredTensor>): void;
  /** Adds what is to be minimised to a graph for training: a scalar. */
  build(context: BuildContext): Node;
  /** Nodes of the graph that `build` has made whose values it wants to see after each step, by name. */
  readonly watched?: Readonly<Record<string, Node>>;
  /** Gets those values for the batch that was fed last. */
  observe?(values: Tensors): void;
  /** Numbers of a batch for the inputs of `build`; undefined where the batch has nothing to learn from. */
  feed(batch: readonly number[], place: Place): Promise<Tensors | undefined>;
  /** Computes what the model needs beside trained weights (class centres), from a sample of the data or from all of it. */
  refresh?(extent: "sample" | "all", place: Omit<Place, "random">): Promise<void>;
  /** What `refresh` of all has added to scores, because dev told so, by what a user would call it. */
  corrections?(): readonly (readonly [what: string, added: number])[];
  /** What was seen in the epoch, whose counts then start anew. Where masked entities are known, they are looked at here. */
  diagnose(place: Omit<Place, "random">): Promise<Diagnostics>;
  /** Counts of the epoch so far, plain JSON, for a checkpoint; and back. */
  counts(): Counts;
  resume(counts: Counts): void;
  dispose(): Promise<void>;
}

export type Counts = Readonly<Record<string, number>>;

/** Measurements of one epoch by name, as plain numbers; see docs/training.md for what each one says. */
export type Diagnostics = Readonly<Record<string, number>>;
