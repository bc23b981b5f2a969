import { kernels } from "../kernels/kernels.ts";
import type { Parameter } from "../parameters/parameter-store.ts";
import type { GradientsByName, GradientValues } from "./optimiser.ts";
import type { RowIndices } from "./sum-rows.ts";

/**
 * Accumulates the gradients of several batches for one update, so that a batch too large for memory can be processed
 * in parts. The weight of each part is its fraction of the whole: ½ and ½ give the mean of two.
 */
export class GradientSum {
  readonly #parameters: ReadonlyMap<string, Parameter>;
  readonly #sums = new Map<string, GradientValues>();

  constructor(parameters: Iterable<Parameter>) {
    this.#parameters = new Map(Array.from(parameters, (parameter) => [parameter.name, parameter]));
  }

  add(gradients: GradientsByName, weight = 1): void {
    for (const [name, gradient] of gradients) {
      const parameter = this.#parameters.get(name);
      if (parameter === undefined) throw new Error(`there is a gradient for "${name}", which is not summed`);
      const sofar = this.#sums.get(name);
      if (sofar !== undefined && sofar.kind !== gradient.kind) {
        throw new Error(`the gradients of "${name}" are rows in one part and dense in another`);
      }
      this.#sums.set(
        name,
        gradient.kind === "dense"
          ? { kind: "dense", values: addDense(parameter, gradient.values, weight, sofar === undefined) }
          : addRows(gradient, weight, sofar?.kind === "rows" ? sofar : undefined),
      );
    }
  }

  /** Returns the sums and starts afresh. Dense sums are overwritten by the next `add`. */
  take(): GradientsByName {
    const sums = new Map(this.#sums);
    this.#sums.clear();
    return sums;
  }
}

function addDense(parameter: Parameter, values: Float32Array, weight: number, first: boolean): Float32Array {
  const sum = parameter.companion("sum");
  if (first) sum.fill(0);
  kernels.addScaled(sum, weight, values);
  return sum;
}

/** Rows are only concatenated: the optimiser sums those of the same index. */
function addRows(
  { indices, rows }: Extract<GradientValues, { kind: "rows" }>,
  weight: number,
  sofar: Extract<GradientValues, { kind: "rows" }> | undefined,
): GradientValues {
  const scaled = rows.slice();
  kernels.scale(scaled, weight);
  if (sofar === undefined) return { kind: "rows", indices: indices.slice(), rows: scaled };
  const joined = new Float32Array(sofar.rows.length + scaled.length);
  joined.set(sofar.rows);
  joined.set(scaled, sofar.rows.length);
  return { kind: "rows", indices: joinedIndices(sofar.indices, indices), rows: joined };
}

function joinedIndices(a: RowIndices, b: RowIndices): RowIndices {
  const joined = new BigInt64Array(a.length + b.length);
  joined.set(wide(a));
  joined.set(wide(b), a.length);
  return joined;
}

function wide(indices: RowIndices): BigInt64Array {
  return indices instanceof Int32Array ? BigInt64Array.from(indices, BigInt) : indices;
}
