import { Random } from "../../random.ts";
import { elementsOf } from "../shape.ts";
import { type Initialiser, zeros } from "./initialiser.ts";
import { matchesAny, type NamePattern } from "./name-pattern.ts";
import { TensorMemory, type TensorSlot } from "./tensor-memory.ts";

/** Tensors beside a parameter in the same memory: its gradient, a sum of gradients, and up to two tensors of optimiser state. */
export type Companion = "gradient" | "first" | "second" | "sum";

const COMPANIONS: readonly Companion[] = ["gradient", "first", "second", "sum"];

/** One named tensor of weights. Its arrays never move: read and write them in place. */
export interface Parameter {
  readonly name: string;
  readonly shape: readonly number[];
  readonly values: Float32Array;
  /** A tensor of the same size in the same memory, zeros at first. */
  companion(use: Companion): Float32Array;
}

/** Copies of all values at one moment, to restore. */
export type Snapshot = ReadonlyMap<string, Float32Array>;

export interface ParameterStoreOptions {
  readonly seed?: number;
  /** `"plain"` keeps tensors in ordinary arrays: slower updates, the same bits. */
  readonly memory?: "wasm" | "plain";
  /** `false` reserves nothing for gradients and optimiser state: for inference. */
  readonly training?: boolean;
}

/**
 * The weights of a model, by name, in the order they were declared.
 *
 * Each parameter is initialised from the seed and its own name alone, so adding, removing or
 * reordering parameters leaves the others as they were.
 */
export class ParameterStore {
  readonly #parameters = new Map<string, StoredParameter>();
  readonly #options: Required<ParameterStoreOptions>;
  readonly #memory: TensorMemory;
  #frozen: readonly NamePattern[] = [];
  readonly #constant = new Set<string>();

  constructor({ seed = 0, memory = "wasm", training = true }: ParameterStoreOptions = {}) {
    this.#options = { seed, memory, training };
    this.#memory = new TensorMemory({ kind: memory, companions: training ? COMPANIONS.length : 0 });
  }

  /** Adds a parameter, or returns the one of this name (shared weights) if its shape is the same. */
  declare(name: string, shape: readonly number[], initialiser: Initialiser): Parameter {
    const known = this.#parameters.get(name);
    if (known !== undefined) {
      if (known.shape.join() === shape.join()) return known;
      throw new Error(`parameter "${name}" is declared with shape [${shape}] and with [${known.shape}]`);
    }
    for (const size of shape) {
      if (!Number.isSafeInteger(size) || size < 0) {
        throw new Error(`parameter "${name}" has the impossible shape [${shape}]`);
      }
    }
    const slot = this.#memory.allocate(elementsOf(shape));
    const initialise = (values: Float32Array) =>
      initialiser(values, shape, new Random(this.#options.seed).fork(name));
    const parameter = new StoredParameter(name, Object.freeze([...shape]), slot, initialise);
    this.#parameters.set(name, parameter);
    return parameter;
  }

  get(name: string): Parameter {
    return this.#find(name);
  }

  has(name: string): boolean {
    return this.#parameters.has(name);
  }

  names(): string[] {
    return [...this.#parameters.keys()];
  }

  [Symbol.iterator](): IterableIterator<Parameter> {
    return this.#parameters.values();
  }

  /** Sets the patterns of frozen names; returns the frozen names. */
  freeze(patterns: readonly NamePattern[]): string[] {
    this.#frozen = [...patterns];
    return this.names().filter((name) => this.isFrozen(name));
  }

  isFrozen(name: string): boolean {
    return matchesAny(this.#frozen, name);
  }

  /** Promises that these parameters never change again: copies and checkpoints leave them out. */
  keepConstant(names: Iterable<string>): void {
    for (const name of names) this.#constant.add(name);
  }

  isConstant(name: string): boolean {
    return this.#constant.has(name);
  }

  /** The parameters that are not frozen. */
  trainable(): Parameter[] {
    return [...this].filter(({ name }) => !this.isFrozen(name));
  }

  /** How many parameters there are, and how many of them are trainable. */
  count(): { readonly all: number; readonly trainable: number } {
    const sum = (parameters: Iterable<Parameter>) =>
      [...parameters].reduce((total, { shape }) => total + elementsOf(shape), 0);
    return { all: sum(this), trainable: sum(this.trainable()) };
  }

  snapshot(): Snapshot {
    const changing = [...this].filter(({ name }) => !this.isConstant(name));
    return new Map(changing.map(({ name, values }) => [name, values.slice()]));
  }

  /** Restores every value, in place and bit for bit. */
  restore(snapshot: Snapshot): void {
    for (const parameter of this.#parameters.values()) {
      if (this.isConstant(parameter.name)) continue;
      const values = snapshot.get(parameter.name);
      if (values?.length !== parameter.length) {
        throw new Error(`the snapshot does not fit parameter "${parameter.name}"`);
      }
      parameter.overwrite((target) => target.set(values));
    }
  }

  /** A copy with the same parameters, values and frozen patterns. */
  clone(options: ParameterStoreOptions = {}): ParameterStore {
    const copy = new ParameterStore({ ...this.#options, ...options });
    for (const { name, shape, values } of this) {
      copy.declare(name, shape, zeros);
      copy.#find(name).overwrite((target) => target.set(values));
    }
    copy.freeze(this.#frozen);
    return copy;
  }

  /** Lets `fill` write a parameter's values where they lie, without initialising them first. */
  async fill(name: string, fill: (target: Float32Array) => Promise<void>): Promise<void> {
    const parameter = this.#find(name);
    await parameter.overwrite(fill);
  }

  #find(name: string): StoredParameter {
    const parameter = this.#parameters.get(name);
    if (parameter === undefined) throw new Error(`there is no parameter "${name}"`);
    return parameter;
  }
}

/** Draws its values when they are first needed, so that loading a model draws none in vain. */
class StoredParameter implements Parameter {
  readonly name: string;
  readonly shape: readonly number[];
  readonly #slot: TensorSlot;
  readonly #initialise: (values: Float32Array) => void;
  #ready = false;

  constructor(
    name: string,
    shape: readonly number[],
    slot: TensorSlot,
    initialise: (values: Float32Array) => void,
  ) {
    this.name = name;
    this.shape = shape;
    this.#slot = slot;
    this.#initialise = initialise;
  }

  get length(): number {
    return this.#slot.values.length;
  }

  get values(): Float32Array {
    if (!this.#ready) this.overwrite(this.#initialise);
    return this.#slot.values;
  }

  overwrite<T>(fill: (values: Float32Array) => T): T {
    this.#ready = true;
    return fill(this.#slot.values);
  }

  companion(use: Companion): Float32Array {
    return this.#slot.companion(COMPANIONS.indexOf(use));
  }
}
