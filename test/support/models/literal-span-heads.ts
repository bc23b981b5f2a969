import type { ParameterStore } from "../../../src/graph/index.ts";

/** A vector as plain numbers. */
export type Vector = readonly number[];
/** The rows of each weight, by name. */
export type Weights = (name: string) => { readonly rows: readonly Vector[] };
export interface Literal {
  readonly vector: Vector;
  readonly scores: Vector;
}

const times = ({ rows }: { readonly rows: readonly Vector[] }, x: Vector, bias: Vector): Vector =>
  rows.map((row, i) => {
    if (row.length !== x.length) throw new Error("the formula does not fit the weights");
    return row.reduce((sum, weight, k) => sum + weight * x[k]!, bias[i]!);
  });
const flat = (weights: ReturnType<Weights>): Vector => weights.rows.flat();

/** WNS Eq. 3 and SCL-RAI Eq. 3, as they are printed. */
export function spanScores(w: Weights, s: Vector): Literal {
  const vector = times(w("head.span.weight"), s, flat(w("head.span.bias"))).map(Math.tanh);
  return { vector, scores: times(w("head.label.weight"), vector, flat(w("head.label.bias"))) };
}

/** WNS Eq. 2. */
export function spanOf(start: Vector, end: Vector): Vector {
  const difference = start.map((value, k) => value - end[k]!);
  const product = start.map((value, k) => value * end[k]!);
  return [...start, ...end, ...difference, ...product];
}

export type Formula = (w: Weights, start: Vector, end: Vector, extent: number) => Literal;

export const spanFormula: Formula = (w, start, end) => spanScores(w, spanOf(start, end));

/** [h_b; h_e; width embedding] through two ReLU layers. */
export function widthFormula(
  w: Weights,
  start: Vector,
  end: Vector,
  extent: number,
  keep?: readonly [Vector, Vector],
): Literal {
  const layer = (name: string, x: Vector) => times(w(`${name}.weight`), x, flat(w(`${name}.bias`)));
  const hidden = (at: 0 | 1, x: Vector) =>
    layer(`head.hidden.${at}`, x).map((value, k) => Math.max(0, value) * (keep?.[at][k] ?? 1));
  const vector = hidden(1, hidden(0, [...start, ...end, ...w("head.widths").rows[extent]!]));
  return { vector, scores: layer("head.label", vector) };
}

/** h_sᵀ U h_e + W (h_s ⊕ h_e) + b, with first and last word through a ReLU layer each. */
export const biaffineFormula: Formula = (w, start, end) => {
  const hidden = (name: string, x: Vector) =>
    times(w(`${name}.weight`), x, flat(w(`${name}.bias`))).map((value) => Math.max(0, value));
  const [first, last] = [hidden("head.starts", start), hidden("head.ends", end)];
  const vector = [...first, ...last];
  const plain = times(w("head.label.weight"), vector, flat(w("head.label.bias")));
  const scores = w("head.biaffine").rows.map((matrix, c) => {
    let sum = plain[c]!;
    first.forEach((a, i) => {
      last.forEach((b, j) => {
        sum += a * matrix[i * last.length + j]! * b;
      });
    });
    return sum;
  });
  return { vector, scores };
};

/** A tensor as its rows. */
export function rowsOf({
  data,
  shape,
}: {
  readonly data: ArrayLike<number | bigint>;
  readonly shape: readonly number[];
}) {
  const columns = shape.length > 1 ? shape[1]! : 1;
  const numbers = Array.from(data as ArrayLike<number>, Number);
  return { rows: Array.from({ length: shape[0]! }, (_, i) => numbers.slice(i * columns, (i + 1) * columns)) };
}

/** The weights of a store as the formulas take them. */
export function weightsIn(store: ParameterStore): Weights {
  return (name) => {
    const { values, shape } = store.get(name);
    return rowsOf({ data: values, shape });
  };
}
