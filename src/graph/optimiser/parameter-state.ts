import { zip } from "../../entries.ts";
import { UserError } from "../../errors.ts";
import { kernels } from "../kernels/kernels.ts";
import type { RowPlan } from "../kernels/signatures.ts";
import type { Parameter } from "../parameters/parameter-store.ts";
import type { StoredTensor } from "../parameters/safetensors-file.ts";
import { dimAt, elementsOf } from "../shape.ts";
import type { SummedRows } from "./sum-rows.ts";
import type { UpdateNumbers, UpdateRule } from "./update-rule.ts";

/** The optimiser state of one parameter, and its updates. */
export class ParameterState {
  readonly parameter: Parameter;
  readonly #rule: UpdateRule;
  /** Updates so far. */
  updates = 0;
  /** For a table updated by rows: the update at which each row was last read, 0 for never. */
  #lastRead: Int32Array | undefined;
  /** Decay factors by state tensor and by the number of updates a row has missed: computed once, read for each row. */
  readonly #factors: number[][];

  constructor(parameter: Parameter, rule: UpdateRule) {
    this.parameter = parameter;
    this.#rule = rule;
    this.#factors = rule.memory.map(() => []);
  }

  /** The numbers in one row, if the parameter is a table. */
  get width(): number {
    return elementsOf(this.parameter.shape.slice(1));
  }

  get #memory(): Float32Array[] {
    return this.#rule.memory.map((use) => this.parameter.companion(use));
  }

  moveAll(gradient: Float32Array, numbers: Omit<UpdateNumbers, "update">): void {
    if (this.#lastRead !== undefined) {
      for (const [row, last] of this.#lastRead.entries()) this.#catchUp(row, last);
      this.#lastRead = undefined;
    } else if (this.updates === 0) {
      this.#forget();
    }
    this.updates++;
    this.#rule.move(this.parameter.values, gradient, this.#memory, { ...numbers, update: this.updates });
  }

  /** Updates only the rows that have a gradient; their state first decays by the updates they missed. */
  moveRows({ indices, values: gradient }: SummedRows, numbers: Omit<UpdateNumbers, "update">): void {
    // A table that had dense updates so far has read every row at each of them.
    this.#lastRead ??= new Int32Array(dimAt(this.parameter.shape, 0)).fill(this.updates);
    const lastRead = this.#lastRead;
    const { parameter, updates } = this;
    const plan = this.#roomForPlan(indices.length);
    plan.rows.set(indices);
    for (const [fading, factors] of zip(plan.fading, this.#factorsByAge(updates))) {
      for (let place = 0; place < indices.length; place++) {
        const last = lastRead[indices[place]!]!;
        fading[place] = last === 0 ? 0 : factors[updates - last]!;
      }
    }
    for (const row of indices) lastRead[row] = updates + 1;
    this.#rule.moveRows(parameter.values, gradient, this.#memory, plan, { ...numbers, update: updates + 1 });
    this.updates++;
  }

  /**
   * Where the table keeps sums of dense gradients, which lies in the memory that the fast kernels work on and is free
   * while gradients come by rows. Rows too short for the plan to fit there get arrays of their own.
   */
  #roomForPlan(rows: number): RowPlan {
    const arrays = 1 + this.#rule.memory.length;
    const spare = this.parameter.companion("sum");
    const { buffer, byteOffset } = spare.length >= arrays * rows ? spare : new Float32Array(arrays * rows);
    const at = (array: number) => byteOffset + array * rows * Float32Array.BYTES_PER_ELEMENT;
    return {
      rows: new Int32Array(buffer, at(0), rows),
      width: this.width,
      fading: this.#rule.memory.map((_, t) => new Float32Array(buffer, at(1 + t), rows)),
    };
  }

  /** What is left of each state tensor after 0 … `most` updates without a gradient. */
  #factorsByAge(most: number): readonly (readonly number[])[] {
    for (let age = this.#factors[0]?.length ?? 0; age <= most; age++) {
      for (const [factors, factor] of zip(this.#factors, this.#rule.fading(age))) factors.push(factor);
    }
    return this.#factors;
  }

  /** Leaves the row's state as if it had had a zero gradient at each update since the `last` that read it. */
  #catchUp(row: number, last: number): void {
    const { width } = this;
    const memory = this.#memory.map((tensor) => tensor.subarray(row * width, (row + 1) * width));
    if (last === 0) {
      for (const part of memory) part.fill(0);
    } else if (last < this.updates) {
      const factors = this.#rule.fading(this.updates - last);
      for (const [part, factor] of zip(memory, factors)) kernels.scale(part, factor);
    }
  }

  /** The state may hold what an earlier optimiser left there. */
  #forget(): void {
    for (const tensor of this.#memory) tensor.fill(0);
  }

  tensors(): [string, StoredTensor][] {
    if (this.updates === 0) return [];
    const { name, shape } = this.parameter;
    const kept = this.#rule.memory.map((use): [string, StoredTensor] => [
      `${use}/${name}`,
      { dtype: "F32", shape, data: this.parameter.companion(use) },
    ]);
    if (this.#lastRead === undefined) return kept;
    return [
      ...kept,
      [`read/${name}`, { dtype: "I32", shape: [this.#lastRead.length], data: this.#lastRead }],
    ];
  }

  restore(updates: number, tensors: ReadonlyMap<string, StoredTensor>): void {
    const { name, shape } = this.parameter;
    this.updates = updates;
    this.#lastRead = undefined;
    if (updates === 0) return;
    for (const use of this.#rule.memory) {
      const tensor = tensors.get(`${use}/${name}`);
      if (tensor?.dtype !== "F32" || tensor.shape.join() !== shape.join())
        throw unfit(`${use}/${name}`, shape);
      const target = this.parameter.companion(use);
      if (target !== tensor.data) target.set(tensor.data);
    }
    const read = tensors.get(`read/${name}`);
    if (read === undefined) return;
    if (read.dtype !== "I32" || read.data.length !== shape[0]) throw unfit(`read/${name}`, shape.slice(0, 1));
    this.#lastRead = read.data.slice();
  }
}

function unfit(tensor: string, shape: readonly number[]): UserError {
  return new UserError(`the optimiser state lacks tensor "${tensor}" of shape [${shape}]`, {
    hint: "it was saved for another model or optimiser; start without it",
  });
}
