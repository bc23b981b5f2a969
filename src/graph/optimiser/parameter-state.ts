import { UserError } from "../../errors.ts";
import { kernels } from "../kernels/kernels.ts";
import { wasmBuffer } from "../kernels/wasm-kernels.ts";
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
  /** Room for the rows that are moved together, kept from one step to the next. */
  #scratch = new ArrayBuffer(0);

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

  /**
   * The rows are brought together, moved as one tensor and put back: what is done for each row apart costs many
   * times the arithmetic of a short row.
   */
  moveRows({ indices, values: gradient }: SummedRows, numbers: Omit<UpdateNumbers, "update">): void {
    // A table that had dense updates so far has read every row at each of them.
    this.#lastRead ??= new Int32Array(this.parameter.shape[0]!).fill(this.updates);
    const lastRead = this.#lastRead;
    const { width, parameter, updates } = this;
    const tensors = [parameter.values, ...this.#memory];
    const [slope, ...gathered] = this.#room(1 + tensors.length, gradient.length);
    slope!.set(gradient);
    // Rows left alone for equally long fade alike.
    const fading = new Map<number, readonly number[]>();
    for (let place = 0; place < indices.length; place++) {
      const row = indices[place]!;
      const last = lastRead[row]!;
      let factors = fading.get(last);
      if (factors === undefined) {
        const faded = last === 0 ? this.#rule.memory.map(() => 0) : this.#rule.fading(updates - last);
        factors = [1, ...faded];
        fading.set(last, factors);
      }
      for (let t = 0; t < tensors.length; t++) {
        copyRow(tensors[t]!, row * width, gathered[t]!, place * width, width, Math.fround(factors[t]!));
      }
      lastRead[row] = updates + 1;
    }
    const [values, ...memory] = gathered;
    this.#rule.move(values!, slope!, memory, { ...numbers, update: updates + 1 });
    for (let t = 0; t < tensors.length; t++) {
      for (let place = 0; place < indices.length; place++) {
        copyRow(gathered[t]!, place * width, tensors[t]!, indices[place]! * width, width, 1);
      }
    }
    this.updates++;
  }

  /** Arrays side by side in one WebAssembly memory, where there is one, so that the fast kernels work on them. */
  #room(arrays: number, length: number): Float32Array[] {
    const bytes = arrays * length * Float32Array.BYTES_PER_ELEMENT;
    if (this.#scratch.byteLength < bytes) this.#scratch = wasmBuffer(2 * bytes) ?? new ArrayBuffer(2 * bytes);
    return Array.from(
      { length: arrays },
      (_, i) => new Float32Array(this.#scratch, (i * bytes) / arrays, length),
    );
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

/** Copies a row times a factor. Memory that an earlier optimiser left behind may be anything, so factor 0 clears. */
function copyRow(
  source: Float32Array,
  from: number,
  target: Float32Array,
  to: number,
  width: number,
  factor: number,
): void {
  if (factor === 0) target.fill(0, to, to + width);
  else for (let k = 0; k < width; k++) target[to + k] = source[from + k]! * factor;
}

function unfit(tensor: string, shape: readonly number[]): UserError {
  return new UserError(`the optimiser state lacks tensor "${tensor}" of shape [${shape}]`, {
    hint: "it was saved for another model or optimiser; start without it",
  });
}
