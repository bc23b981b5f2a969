import type { Dim } from "../dimension.ts";
import type { Node, OpInputs, OpName, PlainOp } from "../node.ts";
import { dimAt } from "../shape.ts";
import { coordinates, element, flatIndex, mapLines, matrix, reduced, within } from "./addressing.ts";
import { erf } from "./erf.ts";
import { along, build, lines, read, type Value } from "./value.ts";

/** The values of symbolic sizes in this run. */
export type Bind = (dim: Dim) => number;

/** Computes one op from the values of its inputs; several results where the op has several. */
export type Kernel<O extends OpName> = (
  node: Node<O>,
  inputs: OpInputs<O, Value>,
  bind: Bind,
) => Value | readonly Value[];

const unary =
  (f: (x: number) => number) =>
  (_: Node, [x]: readonly [Value]): Value => ({ data: x.data.map(f), shape: x.shape });

const binary =
  (f: (a: number, b: number) => number) =>
  (node: Node, [a, b]: readonly [Value, Value], bind: Bind): Value =>
    build(node.shape.map(bind), (at) => f(read(a, at), read(b, at)));

const alongAxis =
  (f: (line: number[]) => number[]) =>
  (node: Node & { readonly attributes: { readonly axis: number } }, [x]: readonly [Value]): Value =>
    mapLines(x, node.attributes.axis, f);

/** The definition of every op, written for clarity rather than speed. */
export const kernels: { readonly [O in PlainOp]: Kernel<O> } = {
  constant: (node, _, bind) => ({ data: node.attributes.data, shape: node.shape.map(bind) }),
  range: (node, _, bind) => build(node.shape.map(bind), (_, i) => i),
  dimension: (node, _, bind) => ({ data: Float64Array.of(bind(node.attributes.dim)), shape: [] }),
  neg: unary((x) => -x),
  exp: unary(Math.exp),
  log: unary(Math.log),
  sqrt: unary(Math.sqrt),
  tanh: unary(Math.tanh),
  sigmoid: unary((x) => 1 / (1 + Math.exp(-x))),
  relu: unary((x) => Math.max(x, 0)),
  hardSigmoid: (node, inputs) => {
    const { slope, offset } = node.attributes;
    return unary((x) => Math.min(1, Math.max(0, slope * x + offset)))(node, inputs);
  },
  erf: unary(erf),
  abs: unary(Math.abs),
  sign: unary(Math.sign),
  not: unary((x) => (x === 0 ? 1 : 0)),
  stopGradient: unary((x) => x),
  pow: (node, inputs) => unary((x) => x ** node.attributes.exponent)(node, inputs),
  cast: (node, inputs) => {
    const { to } = node.attributes;
    return unary((x) => (to === "bool" ? Number(x !== 0) : to === "int64" ? Math.trunc(x) : x))(node, inputs);
  },
  gelu: (node, inputs) =>
    node.attributes.approximation === "tanh"
      ? unary((x) => 0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3))))(
          node,
          inputs,
        )
      : unary((x) => 0.5 * x * (1 + erf(x / Math.SQRT2)))(node, inputs),
  add: binary((a, b) => a + b),
  sub: binary((a, b) => a - b),
  mul: binary((a, b) => a * b),
  // Whole numbers divide towards zero, as in ONNX.
  div: (node, inputs, bind) =>
    binary((a, b) => (node.dtype === "int64" ? Math.trunc(a / b) : a / b))(node, inputs, bind),
  max: binary(Math.max),
  min: binary(Math.min),
  equal: binary((a, b) => Number(a === b)),
  greater: binary((a, b) => Number(a > b)),
  less: binary((a, b) => Number(a < b)),
  and: binary((a, b) => Number(a !== 0 && b !== 0)),
  or: binary((a, b) => Number(a !== 0 || b !== 0)),
  where: (node, [condition, a, b], bind) =>
    build(node.shape.map(bind), (at) => (read(condition, at) !== 0 ? read(a, at) : read(b, at))),
  matmul: (node, [a, b], bind) => {
    const { transposeA, transposeB, scale } = node.attributes;
    const inner = dimAt(a.shape, transposeA ? -2 : -1);
    return build(node.shape.map(bind), (at) => {
      const [batch, row, column] = [at.slice(0, -2), along(at, -2), along(at, -1)];
      let sum = 0;
      for (let k = 0; k < inner; k++) {
        const left = read(matrix(a, batch), transposeA ? [k, row] : [row, k]);
        sum += left * read(matrix(b, batch), transposeB ? [column, k] : [k, column]);
      }
      return scale * sum;
    });
  },
  reduceSum: (node, [x]) => reduced(node, x, (values) => values.reduce((a, b) => a + b, 0)),
  reduceMean: (node, [x]) => reduced(node, x, (values) => values.reduce((a, b) => a + b, 0) / values.length),
  reduceMax: (node, [x]) => reduced(node, x, (values) => Math.max(...values)),
  softmax: alongAxis((line) => {
    const total = logSumExp(line);
    return line.map((x) => Math.exp(x - total));
  }),
  logSoftmax: alongAxis((line) => {
    const total = logSumExp(line);
    return line.map((x) => x - total);
  }),
  logSumExp: (node, [x]) =>
    reduced({ attributes: { axes: [node.attributes.axis], keep: false } }, x, logSumExp),
  layerNormalization: (node, [x, gamma, beta]) => {
    const axis = x.shape.length - 1;
    const rows = { attributes: { axes: [axis], keep: true } };
    const mean = reduced(rows, x, average);
    const scale = reduced(rows, x, (line) => {
      const middle = average(line);
      return 1 / Math.sqrt(average(line.map((v) => (v - middle) ** 2)) + node.attributes.epsilon);
    });
    const y = build(
      x.shape,
      (at) => (read(x, at) - read(mean, at)) * read(scale, at) * read(gamma, at) + read(beta, at),
    );
    return [y, mean, scale];
  },
  reshape: (node, [x], bind) => ({ data: x.data, shape: node.shape.map(bind) }),
  transpose: (node, [x], bind) => {
    const { order } = node.attributes;
    return build(node.shape.map(bind), (at) =>
      read(
        x,
        order.map((_, axis) => along(at, order.indexOf(axis))),
      ),
    );
  },
  expand: (node, [x], bind) => build(node.shape.map(bind), (at) => read(x, at)),
  concat: (node, inputs, bind) =>
    build(node.shape.map(bind), (at) => {
      const { axis } = node.attributes;
      let position = along(at, axis);
      for (const part of inputs) {
        if (position < dimAt(part.shape, axis)) return element(part, at.with(axis, position));
        position -= dimAt(part.shape, axis);
      }
      throw new Error("concat reads past its inputs");
    }),
  split: (node, [x], bind) => {
    const { axis } = node.attributes;
    let start = 0;
    return node.results.map(({ shape }) => {
      const from = start;
      start += bind(dimAt(shape, axis));
      return build(shape.map(bind), (at) => element(x, at.with(axis, along(at, axis) + from)));
    });
  },
  slice: (node, [x], bind) => {
    const { axis, start } = node.attributes;
    return build(node.shape.map(bind), (at) => element(x, at.with(axis, along(at, axis) + bind(start))));
  },
  reverse: (node, [x]) => {
    const { axis } = node.attributes;
    return build(x.shape, (at) => element(x, at.with(axis, dimAt(x.shape, axis) - 1 - along(at, axis))));
  },
  pad: (node, [x], bind) => {
    const { axis, before } = node.attributes;
    return build(node.shape.map(bind), (at) => {
      const position = along(at, axis) - bind(before);
      return position < 0 || position >= dimAt(x.shape, axis) ? 0 : element(x, at.with(axis, position));
    });
  },
  gather: (node, [x, indices], bind) => {
    const { axis } = node.attributes;
    return build(node.shape.map(bind), (at) => {
      const row = element(indices, at.slice(axis, axis + indices.shape.length));
      return element(x, at.toSpliced(axis, indices.shape.length, within(row, dimAt(x.shape, axis))));
    });
  },
  gatherND: (node, [x, indices], bind) => {
    const depth = indices.shape.length - 1;
    return build(node.shape.map(bind), (at) =>
      element(x, [...coordinates(indices, at.slice(0, depth), x.shape), ...at.slice(depth)]),
    );
  },
  takeRows: (node, [x, indices], bind) =>
    build(node.shape.map(bind), (at) => {
      const row = element(indices, at.slice(0, 1));
      if (row < 0)
        return node.attributes.holes === "zero" ? 0 : element(x, at.with(0, dimAt(x.shape, 0) - 1));
      return element(x, at.with(0, within(row, dimAt(x.shape, 0))));
    }),
  scatterAdd: (_, [base, indices, updates]) => {
    const data = base.data.slice();
    const depth = indices.shape.length - 1;
    build(updates.shape, (at) => {
      const place = [...coordinates(indices, at.slice(0, depth), base.shape), ...at.slice(depth)];
      data[flatIndex(base.shape, place)]! += element(updates, at);
      return 0;
    });
    return { data, shape: base.shape };
  },
  oneHot: (node, [indices], bind) =>
    build(node.shape.map(bind), (at) => Number(element(indices, at.slice(0, -1)) === at.at(-1))),
  topK: (node, [x]) => {
    const { k } = node.attributes;
    const shape = x.shape.with(-1, k);
    const order = lines(x.shape, x.shape.length - 1).map((line) =>
      line
        .map((flat, i) => ({ value: x.data[flat]!, i }))
        .sort((a, b) => b.value - a.value || a.i - b.i)
        .slice(0, k),
    );
    return [
      { data: Float64Array.from(order.flat(), ({ value }) => value), shape },
      { data: Float64Array.from(order.flat(), ({ i }) => i), shape },
    ];
  },
  argmax: (node, [x]) =>
    reduced({ attributes: { axes: [node.attributes.axis], keep: false } }, x, (line) =>
      line.indexOf(Math.max(...line)),
    ),
  cumsum: (node, inputs) => {
    const { reverse, exclusive } = node.attributes;
    return alongAxis((line) => {
      const ordered = reverse ? line.toReversed() : line;
      let sum = 0;
      const sums = ordered.map((x) => {
        sum += x;
        return exclusive ? sum - x : sum;
      });
      return reverse ? sums.reverse() : sums;
    })(node, inputs);
  },
};

function average(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0) / values.length;
}

function logSumExp(values: readonly number[]): number {
  const largest = Math.max(...values);
  return largest + Math.log(values.reduce((sum, x) => sum + Math.exp(x - largest), 0));
}
