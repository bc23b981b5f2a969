import { addDims, subtractDims } from "../dimension.ts";
import { isOp, type Node, type OpName } from "../node.ts";
import { div, exp, mul, neg, pow, sign, sub } from "../ops/elementwise.ts";
import { gatherND, moveAxis, oneHot, scatterAdd, scatterAddRows, takeRows } from "../ops/indexing.ts";
import { concat, pad, reshape, reverse, slice, split, transpose, unsqueeze } from "../ops/layout.ts";
import { zeros } from "../ops/leaves.ts";
import { and, cast, equal, greater, less, where } from "../ops/logic.ts";
import { matmul } from "../ops/matmul.ts";
import { pick } from "../ops/pick.ts";
import { cumsum, reduceSum } from "../ops/reduce.ts";
import { dimAt } from "../shape.ts";
import { kept, oneOver, spread, sumToShape } from "./broadcast.ts";
import { geluSlope, tanhGeluSlope } from "./gelu-slope.ts";
import { matmulGradient } from "./matmul-gradient.ts";
import { scanGradient } from "./scan-gradient.ts";
import type { Arrived, GradientRule, SeveralResultsRule } from "./walk.ts";

/** Ops whose results are taken by `pick`, `scanFinal` or `scanStack`. */
type SeveralResultsOp = "layerNormalization" | "split" | "topK" | "scan";

/**
 * Every gradient rule in the project. A rule builds graph nodes and computes
 * nothing, so the backward pass is compiled like the forward one.
 *
 * The type demands one entry per op: an op without a rule does not compile.
 */
export const rules: {
  readonly [O in OpName]: O extends SeveralResultsOp ? SeveralResultsRule<O> : GradientRule<O>;
} = {
  input: () => [],
  parameter: () => [],
  constant: () => [],
  placeholder: () => [],
  range: () => [],
  dimension: () => [],
  // Piecewise constant: no gradient anywhere.
  sign: () => [null],
  not: () => [null],
  equal: () => [null, null],
  greater: () => [null, null],
  less: () => [null, null],
  and: () => [null, null],
  or: () => [null, null],
  oneHot: () => [null],
  argmax: () => [null],
  stopGradient: () => [null],
  cast: () => [null],
  // d(−x) = −dx
  neg: (_, dy) => [neg(dy)],
  // d exp(x) = y·dx
  exp: (y, dy) => [mul(dy, y)],
  // d log(x) = dx / x
  log: ({ inputs: [x] }, dy) => [div(dy, x)],
  // d √x = dx / 2y
  sqrt: (y, dy) => [div(mul(dy, 0.5), y)],
  // d tanh(x) = (1 − y²)·dx
  tanh: (y, dy) => [mul(dy, sub(1, mul(y, y)))],
  // d σ(x) = y(1 − y)·dx
  sigmoid: (y, dy) => [mul(dy, mul(y, sub(1, y)))],
  // d max(x, 0) = [x > 0]·dx
  relu: ({ inputs: [x] }, dy) => [where(greater(x, 0), dy, 0)],
  // The slope, strictly between the cut-offs.
  hardSigmoid: (y, dy) => [where(and(greater(y, 0), less(y, 1)), mul(dy, y.attributes.slope), 0)],
  // d erf(x) = 2/√π · exp(−x²)·dx
  erf: ({ inputs: [x] }, dy) => [mul(dy, mul(exp(neg(mul(x, x))), 2 / Math.sqrt(Math.PI)))],
  // d|x| = sign(x)·dx
  abs: ({ inputs: [x] }, dy) => [mul(dy, sign(x))],
  // d xᵖ = p·xᵖ⁻¹·dx
  pow: ({ inputs: [x], attributes: { exponent } }, dy) => [mul(dy, mul(pow(x, exponent - 1), exponent))],
  gelu: ({ inputs: [x], attributes }, dy) => [
    mul(dy, attributes.approximation === "tanh" ? tanhGeluSlope(x) : geluSlope(x)),
  ],
  // d(a + b) = da + db, summed over what was broadcast
  add: ({ inputs: [a, b] }, dy) => [sumToShape(dy, a.shape), sumToShape(dy, b.shape)],
  // d(a − b) = da − db
  sub: ({ inputs: [a, b] }, dy) => [sumToShape(dy, a.shape), neg(sumToShape(dy, b.shape))],
  // d(ab) = b·da + a·db
  mul: ({ inputs: [a, b] }, dy) => [sumToShape(mul(dy, b), a.shape), sumToShape(mul(dy, a), b.shape)],
  // d(a/b) = da/b − y·db/b
  div: (y, dy) => {
    const [a, b] = y.inputs;
    const share = div(dy, b);
    return [sumToShape(share, a.shape), neg(sumToShape(mul(share, y), b.shape))];
  },
  // The larger side gets everything; b on a tie.
  max: ({ inputs: [a, b] }, dy) => chosen(greater(a, b), a, b, dy),
  min: ({ inputs: [a, b] }, dy) => chosen(less(a, b), a, b, dy),
  where: ({ inputs: [condition, a, b] }, dy) => [null, ...chosen(condition, a, b, dy)],
  // Y = s·AB:  dA = s·dY·Bᵀ,  dB = s·Aᵀ·dY
  matmul: (y, dy) => matmulGradient(y, dy),
  // d Σx = Σ dx
  reduceSum: ({ inputs: [x], attributes }, dy) => [spread(dy, attributes.axes, x.shape)],
  // the same, over the number of elements
  reduceMean: ({ inputs: [x], attributes }, dy) => [
    mul(spread(dy, attributes.axes, x.shape), oneOver(attributes.axes.map((axis) => dimAt(x.shape, axis)))),
  ],
  // Goes to the largest element, in equal parts where several are largest.
  reduceMax: (y, dy) => {
    const [x] = y.inputs;
    const { axes } = y.attributes;
    const isLargest = cast(equal(x, kept(y, axes, x.shape)), "float32");
    return [mul(isLargest, div(kept(dy, axes, x.shape), reduceSum(isLargest, axes, { keep: true })))];
  },
  // y = softmax(x):  dx = y·(dy − Σ y·dy)
  softmax: (y, dy) => {
    const weighted = mul(y, dy);
    return [sub(weighted, mul(y, reduceSum(weighted, y.attributes.axis, { keep: true })))];
  },
  // y = x − log Σ exp(x):  dx = dy − exp(y)·Σ dy
  logSoftmax: (y, dy) => [sub(dy, mul(exp(y), reduceSum(dy, y.attributes.axis, { keep: true })))],
  // y = log Σ exp(x):  dx = exp(x − y)·dy
  logSumExp: (y, dy) => {
    const { axis } = y.attributes;
    return [mul(exp(sub(y.inputs[0], unsqueeze(y, axis))), unsqueeze(dy, axis))];
  },
  // x̂ = (x − mean)·r, y = γx̂ + β:  dγ = Σ x̂·dy,  dβ = Σ dy,
  // dx = r·(γ·dy − mean(γ·dy) − x̂·mean(γ·dy·x̂)), the means as products with γ/n
  layerNormalization: (node, arrived) => {
    const [x, gamma, beta] = node.inputs;
    const dy = only(arrived, 0, "the mean and deviation of a layer normalisation");
    const r = pick(node, 2);
    const standard = mul(sub(x, pick(node, 1)), r);
    const both = mul(dy, standard);
    const weights = reshape(mul(gamma, oneOver(gamma.shape)), [dimAt(gamma.shape, 0), 1]);
    const flow = sub(sub(mul(dy, gamma), matmul(dy, weights)), mul(standard, matmul(both, weights)));
    return [mul(flow, r), sumToShape(both, gamma.shape), sumToShape(dy, beta.shape)];
  },
  // Moving elements about: the gradient moves back.
  reshape: ({ inputs: [x] }, dy) => [reshape(dy, x.shape)],
  transpose: ({ attributes: { order } }, dy) => [
    transpose(
      dy,
      order.map((_, axis) => order.indexOf(axis)),
    ),
  ],
  expand: ({ inputs: [x] }, dy) => [sumToShape(dy, x.shape)],
  concat: ({ inputs, attributes: { axis } }, dy) =>
    split(
      dy,
      axis,
      inputs.map(({ shape }) => dimAt(shape, axis)),
    ),
  split: (node, arrived) => {
    const parts = node.results.map(({ shape }, index) => {
      const found = arrived.find(({ result }) => indexOf(result) === index);
      return found === undefined ? zeros(shape) : found.dy;
    });
    return [concat(parts, node.attributes.axis)];
  },
  slice: ({ inputs: [x], attributes: { axis, start, end } }, dy) => [
    pad(dy, axis, start, subtractDims(dimAt(x.shape, axis), end)),
  ],
  reverse: ({ attributes: { axis } }, dy) => [reverse(dy, axis)],
  pad: ({ inputs: [x], attributes: { axis, before } }, dy) => [
    slice(dy, axis, before, addDims(before, dimAt(x.shape, axis))),
  ],
  // What was read several times gets the sum. (For whole tables see `rows` in gradient.ts.)
  gather: ({ inputs: [x, indices], attributes: { axis } }, dy) => {
    const rank = indices.shape.length;
    const order = dy.shape.map((_, at) => at);
    const rowsFirst = transpose(dy, [...order.splice(axis, rank), ...order]);
    const table = zeros([dimAt(x.shape, axis), ...x.shape.toSpliced(axis, 1)]);
    return [moveAxis(scatterAddRows(table, indices, rowsFirst), 0, axis), null];
  },
  gatherND: ({ inputs: [x, indices], attributes }, dy) => [
    scatterAdd(zeros(x.shape), indices, dy, attributes),
    null,
  ],
  scatterAdd: ({ inputs: [, indices], attributes }, dy) => [dy, null, gatherND(dy, indices, attributes)],
  // The rows go back where they came from.
  takeRows: ({ inputs: [, indices, inverse], attributes: { holes, inverseHoles } }, dy) => [
    takeRows(dy, inverse, indices, { holes: inverseHoles, inverseHoles: holes }),
    null,
    null,
  ],
  // Each of the k values goes back to the place it came from.
  topK: (node, arrived) => {
    const dy = only(arrived, 0, "the indices of a top-k");
    const places = oneHot(pick(node, 1), dimAt(node.inputs[0].shape, -1));
    return [reduceSum(mul(places, unsqueeze(dy, -1)), -2)];
  },
  // yₜ = Σ_{s ≤ t} xₛ:  dxₛ = Σ_{t ≥ s} dyₜ
  cumsum: ({ attributes: { axis, reverse: backwards, exclusive } }, dy) => [
    cumsum(dy, axis, { reverse: !backwards, exclusive }),
  ],
  scan: scanGradient,
  // Results of ops with several: the walk hands these to the op itself.
  scanFinal: () => [null],
  scanStack: () => [null],
  pick: () => [null],
};

/** Splits `dy` between two alternatives. */
function chosen(condition: Node, a: Node, b: Node, dy: Node): readonly [Node, Node] {
  return [sumToShape(where(condition, dy, 0), a.shape), sumToShape(where(condition, 0, dy), b.shape)];
}

function indexOf(result: Node): number {
  return isOp(result, "pick") ? result.attributes.index : -1;
}

/** The gradient of one result, where the others have none. */
function only(arrived: readonly Arrived[], index: number, others: string): Node {
  const [first, ...rest] = arrived;
  if (first === undefined || rest.length > 0 || indexOf(first.result) !== index) {
    throw new Error(`no gradient flows through ${others}: wrap them in stopGradient`);
  }
  return first.dy;
}
