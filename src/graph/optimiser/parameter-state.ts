import { UserError } from "../../errors.ts";
import { kernels } from "../kernels/kernels.ts";
import type { Parameter } from "../parameters/parameter-store.ts";
import type { StoredTensor } from "../parameters/safetensors-file.ts";
import type { SummedRows } from "./sum-rows.ts";
import type { UpdateNumbers, UpdateRule } from "./update-rule.ts";

/** What an optimiser remembers of one parameter, and how it updates it. */
export class ParameterState {
  readonly parameter: Parameter;
  readonly #rule: UpdateRule;
  /** How many updates there were. */
  updates = 0;
  /** For a table updated by rows: the update at which each row was last read, 0 for never. */
  #lastRead: Int32Array | undefined;

  constructor(parameter: Parameter, rule: UpdateRule) {
    this.parameter = parameter;
    this.#rule = rule;
  }

  /** The numbers in one row, if the parameter is a table. */
  get width(): number {
    return this.parameter.shape.slice(1).reduce((product, size) => product * size, 1);
  }

  get #memory(): Float32Array[] {
    return this.#rule.memory.map((use) => this.parameter.companion(use));
  }

  moveAll(gradient: Float32Array, numbers: Omit<UpdateNumbers, "update">): void {
    if (this.#lastRead !== undefined) {
      for (let row = 0; row < this.#lastRead.length; row++) this.#rememberRow(row);
      this.#lastRead = undefined;
    } else if (this.updates === 0) {
      this.#forget();
    }
    this.updates++;
    this.#rule.move(this.parameter.values, gradient, this.#memory, { ...numbers, update: this.updates });
  }

  moveRows(gradient: SummedRows, numbers: Omit<UpdateNumbers, "update">): void {
    // A table that had dense updates so far has read every row at each of them.
    this.#lastRead ??= new Int32Array(this.parameter.shape[0]!).fill(this.updates);
    const { width } = this;
    const { values } = this.parameter;
    gradient.indices.forEach((row, place) => {
      const memory = this.#rememberRow(row);
      this.#rule.move(
        values.subarray(row * width, (row + 1) * width),
        gradient.values.subarray(place * width, (place + 1) * width),
        memory,
        { ...numbers, update: this.updates + 1 },
      );
    });
    this.updates++;
    for (const row of gradient.indices) this.#lastRead[row] = this.updates;
  }

  /** The row's memory as it would be, had the row had a gradient of zero at each update since it was last read. */
  #rememberRow(row: number): Float32Array[] {
    const { width } = this;
    const memory = this.#memory.map((tensor) => tensor.subarray(row * width, (row + 1) * width));
    const last = this.#lastRead![row]!;
    if (last === 0) {
      for (const part of memory) part.fill(0);
    } else if (last < this.updates) {
      const factors = this.#rule.fading(this.updates - last);
      memory.forEach((part, i) => {
        kernels.scale(part, factors[i]!);
      });
    }
    return memory;
  }

  /** The memory may hold what an earlier optimiser left there. */
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
