import { describe, expect, test } from "vitest";
import { type Case, checkCase } from "../../../test/graph/check-case.ts";
import type { Random } from "../../random.ts";
import { rules } from "../autodiff/rules.ts";
import * as g from "../index.ts";
import { type Node, type OpName, topological } from "../node.ts";

const someSizes = [
  { n: 2, m: 3 },
  { n: 4, m: 1 },
];
/** Also with nothing at all: a batch may turn out to hold no span. */
const sizes = [...someSizes, { n: 0, m: 2 }];
const x = { x: { shape: ["n", 3] } };
const positive = { x: { shape: ["n", 3], draw: (random: Random) => 0.2 + 2 * random.uniform() } };
const awayFromZero = {
  x: { shape: ["n", 3], draw: (r: Random) => (r.uniform() < 0.5 ? -1 : 1) * (0.1 + r.uniform()) },
};
const pair = { a: { shape: ["n", 3] }, b: { shape: ["n", 1] } };
const below = (limit: number) => (random: Random) => random.below(limit);
const indices = (shape: g.Shape, limit: number) => ({ shape, dtype: "int64" as const, draw: below(limit) });
const truths = (shape: g.Shape) => ({ shape, dtype: "bool" as const, draw: below(2) });

const one = (f: (x: Node) => Node | readonly Node[], inputs: Case["inputs"] = x): Case => ({
  inputs,
  sizes,
  build: ({ x }) => f(x!),
});
const two = (f: (a: Node, b: Node) => Node, inputs: Case["inputs"] = pair): Case => ({
  inputs,
  sizes,
  build: ({ a, b }) => f(a!, b!),
});

/**
 * For what has no meaning without elements; for products that broadcast over an empty batch, which ONNX
 * Runtime refuses; and for its TopK, which then ends the process.
 */
const notEmpty = (one: Case): Case => ({ ...one, sizes: someSizes });

/** Every op, with symbolic sizes bound to two different values. */
const cases: Readonly<Record<string, Case>> = {
  neg: one(g.neg),
  exp: one(g.exp),
  log: one(g.log, positive),
  sqrt: one(g.sqrt, positive),
  tanh: one(g.tanh),
  sigmoid: one(g.sigmoid),
  relu: one(g.relu, awayFromZero),
  hardSigmoid: one((x) => g.hardSigmoid(x, 0.3, 0.4)),
  erf: one(g.erf),
  abs: one(g.abs, awayFromZero),
  sign: { ...one(g.sign, awayFromZero), differentiable: false },
  "pow 3": one((x) => g.pow(x, 3)),
  "pow 2": one((x) => g.pow(x, 2)),
  "pow −½": one((x) => g.pow(x, -0.5), positive),
  "gelu by erf": one((x) => g.gelu(x)),
  "gelu by tanh": one((x) => g.gelu(x, "tanh")),
  stopGradient: { ...one((x) => g.mul(x, g.stopGradient(g.exp(x)))), differentiable: false },
  "add, broadcast": two(g.add),
  "add, vector on the left": two((a, b) => g.add(b, a), { a: { shape: ["n", "m", 3] }, b: { shape: [3] } }),
  "sub, broadcast": two(g.sub),
  "mul, broadcast": two(g.mul),
  "mul, both ways": two(g.mul, { a: { shape: ["n", 1] }, b: { shape: [1, "m"] } }),
  "div, broadcast": two(g.div, { a: { shape: ["n", 3] }, b: { shape: [3], draw: positive.x.draw } }),
  "numbers on either side": one((x) => g.sub(2, g.div(g.mul(x, 3), 4))),
  max: two(g.max, { a: { shape: ["n", 3] }, b: { shape: ["n", 3] } }),
  min: two(g.min),
  equal: { ...two(g.equal, { a: indices(["n", 3], 3), b: indices(["n", 3], 3) }), differentiable: false },
  greater: { ...two(g.greater), differentiable: false },
  less: { ...two(g.less), differentiable: false },
  "and, or, not": {
    ...two((a, b) => g.or(g.and(a, b), g.not(b)), { a: truths(["n", 3]), b: truths([3]) }),
    differentiable: false,
  },
  where: {
    inputs: { c: truths(["n", 1]), a: { shape: ["n", 3] }, b: { shape: [3] } },
    sizes,
    build: ({ c, a, b }) => g.where(c!, a!, b!),
  },
  cast: {
    inputs: {
      c: truths(["n", 3]),
      i: indices(["n", 3], 9),
      x: { shape: ["n", 3], draw: (r) => 10 * r.normal() },
    },
    sizes,
    differentiable: false,
    build: ({ c, i, x }) => [
      g.cast(c!, "float32"),
      g.cast(i!, "float32"),
      g.cast(x!, "int64"),
      g.cast(i!, "bool"),
    ],
  },
  "matmul of matrices": two((a, b) => g.matmul(a, b), { a: { shape: ["n", 3] }, b: { shape: [3, "m"] } }),
  "matmul, a transposed": two((a, b) => g.matmul(a, b, { transposeA: true, scale: 0.5 }), {
    a: { shape: [3, "n"] },
    b: { shape: [3, 2] },
  }),
  "matmul, b transposed": two((a, b) => g.matmul(a, b, { transposeB: true }), {
    a: { shape: ["n", 3] },
    b: { shape: [2, 3] },
  }),
  "matmul, both transposed": two((a, b) => g.matmul(a, b, { transposeA: true, transposeB: true, scale: 2 }), {
    a: { shape: [3, "n"] },
    b: { shape: ["m", 3] },
  }),
  "matmul with a bias": {
    inputs: { a: { shape: ["n", 3] }, b: { shape: [2, 3] }, c: { shape: [2] } },
    sizes,
    build: ({ a, b, c }) => g.add(g.matmul(a!, b!, { transposeB: true, scale: 0.5 }), c!),
  },
  "matmul with a bias that is looked at before": {
    inputs: { a: { shape: ["n", 3] }, b: { shape: [3, 2] }, c: { shape: [2] } },
    sizes,
    build: ({ a, b, c }) => {
      const product = g.matmul(a!, b!);
      return [g.add(product, c!), product];
    },
  },
  "matmul of batches": two((a, b) => g.matmul(a, b), {
    a: { shape: ["n", 2, 3] },
    b: { shape: ["n", 3, "m"] },
  }),
  "matmul of batches, all transposed": two(
    (a, b) => g.matmul(a, b, { transposeA: true, transposeB: true, scale: 0.3 }),
    { a: { shape: ["n", 2, 3, 2] }, b: { shape: ["n", 2, 2, 3] } },
  ),
  "matmul of a batch and a matrix": two((a, b) => g.matmul(a, b, { transposeB: true }), {
    a: { shape: ["n", "m", 3] },
    b: { shape: [2, 3] },
  }),
  "matmul of a transposed batch and a matrix": notEmpty(
    two((a, b) => g.matmul(a, b, { transposeA: true }), {
      a: { shape: ["n", 3, 2] },
      b: { shape: [3, 2] },
    }),
  ),
  "matmul of a matrix and a batch": notEmpty(
    two((a, b) => g.matmul(a, b), {
      a: { shape: [2, 3] },
      b: { shape: ["n", 3, 2] },
    }),
  ),
  "matmul of a matrix and a transposed batch": notEmpty(
    two((a, b) => g.matmul(a, b, { transposeB: true }), {
      a: { shape: [2, 3] },
      b: { shape: ["n", "m", 2, 3] },
    }),
  ),
  "matmul of a small batch and a large one": notEmpty(
    two((a, b) => g.matmul(a, b, { transposeB: true }), {
      a: { shape: [2, 4, 3] },
      b: { shape: ["n", 2, "m", 3] },
    }),
  ),
  "matmul of a large batch and a small one": notEmpty(
    two((a, b) => g.matmul(a, b), {
      a: { shape: ["n", 2, "m", 3] },
      b: { shape: [2, 3, 2] },
    }),
  ),
  "matmul, broadcast in the middle": two((a, b) => g.matmul(a, b), {
    a: { shape: ["n", 1, 2, 3] },
    b: { shape: ["n", "m", 3, 2] },
  }),
  "reduceSum, one axis": one((x) => g.reduceSum(x, 0)),
  "reduceSum, kept": one((x) => g.reduceSum(x, [1], { keep: true })),
  "reduceSum, two of three axes": one((x) => g.reduceSum(x, [0, 2]), { x: { shape: ["n", "m", 2] } }),
  "reduceMean of everything": notEmpty(one((x) => g.reduceMean(x))),
  "reduceMean, last axis": one((x) => g.reduceMean(x, -1)),
  "reduceMax, last axis": one((x) => g.reduceMax(x, -1)),
  "reduceMax, first axis kept": notEmpty(one((x) => g.reduceMax(x, 0, { keep: true }))),
  softmax: one((x) => g.softmax(x)),
  "softmax, first axis": one((x) => g.softmax(x, 0)),
  logSoftmax: one((x) => g.logSoftmax(x)),
  logSumExp: one((x) => g.logSumExp(x)),
  "logSumExp, first axis": notEmpty(one((x) => g.logSumExp(x, 0))),
  "logSumExp of large values": one((x) => g.logSumExp(g.mul(x, 300))),
  layerNormalization: {
    inputs: { x: { shape: ["n", "m", 4] }, gamma: { shape: [4] }, beta: { shape: [4] } },
    sizes,
    build: ({ x, gamma, beta }) => g.layerNorm(x!, gamma!, beta!, 1e-3),
  },
  "reshape, one size worked out": one((x) => g.reshape(x, [-1]), { x: { shape: ["n", "m", 2] } }),
  "reshape, two symbolic sizes": one((x) => g.reshape(g.exp(g.reshape(x, ["n*m", 2])), ["m", "n", 2]), {
    x: { shape: ["n", "m", 2] },
  }),
  "unsqueeze and squeeze": one((x) => g.squeeze(g.exp(g.unsqueeze(x, 1)), 1)),
  transpose: one((x) => g.transpose(x, [2, 0, 1]), { x: { shape: ["n", "m", 2] } }),
  moveAxis: one((x) => g.moveAxis(x, 0, 2), { x: { shape: ["n", "m", 2] } }),
  expand: one((x) => g.expand(x, ["m", "n", 3]), { x: { shape: ["n", 1] }, size: { shape: ["m"] } }),
  concat: two((a, b) => g.concat([a, b, a], 1), { a: { shape: ["n", 2] }, b: { shape: ["n", "m"] } }),
  split: one((x) => g.split(x, 1, [1, 2, 3]).slice(1), { x: { shape: ["n", 6] } }),
  slice: one((x) => g.slice(x, 1, 1, -1), { x: { shape: ["n", 5] } }),
  "slice, symbolic": one((x) => g.slice(x, 0, "n"), {
    x: { shape: ["n+m", 2] },
    a: { shape: ["n"] },
    b: { shape: ["m"] },
  }),
  reverse: one((x) => g.reverse(x, 0)),
  pad: one((x) => g.pad(x, 1, 2, 1)),
  "pad, symbolic": one((x) => g.pad(x, 0, 0, "m"), { x: { shape: ["n", 2] }, size: { shape: ["m"] } }),
  "gather rows": {
    inputs: { x: { shape: [4, 3] }, i: indices(["n", "m"], 4) },
    sizes,
    build: ({ x, i }) => g.gather(x!, i!),
  },
  "gather, middle axis": {
    inputs: { x: { shape: ["n", 4, 2] }, i: indices(["m", 2], 4) },
    sizes,
    build: ({ x, i }) => g.gather(x!, i!, 1),
  },
  gatherND: {
    inputs: { x: { shape: [3, 4, 2] }, i: indices(["n", 2], 3) },
    sizes,
    build: ({ x, i }) => g.gatherND(x!, i!),
  },
  scatterAdd: {
    inputs: { x: { shape: [3, 4] }, i: indices(["n", "m", 2], 3), u: { shape: ["n", "m"] } },
    sizes,
    build: ({ x, i, u }) => g.scatterAdd(x!, i!, u!),
  },
  // More updates than places, so that some rows get several.
  scatterAddRows: {
    inputs: { x: { shape: [2, 3] }, i: indices([7], 2), u: { shape: [7, 3] } },
    build: ({ x, i, u }) => g.scatterAddRows(x!, i!, u!),
  },
  "gatherND and scatterAdd of places named once": {
    inputs: {
      x: { shape: [3, 4] },
      i: { shape: [3, 2], dtype: "int64", values: [0, 1, 2, 3, 1, 0] },
      u: { shape: [3] },
    },
    build: ({ x, i, u }) => [
      g.gatherND(x!, i!, { unique: true }),
      g.scatterAdd(x!, i!, u!, { unique: true }),
    ],
  },
  "scatterAdd of blocks": {
    inputs: { x: { shape: [2, 3, "n"] }, i: indices([5, 2], 2), u: { shape: [5, "n"] } },
    sizes,
    build: ({ x, i, u }) => g.scatterAdd(x!, i!, u!),
  },
  takeRows: {
    inputs: {
      x: { shape: [3, 2] },
      i: { shape: ["n"], dtype: "int64", values: [2, -1, 0, -1] },
      inverse: { shape: [3], dtype: "int64", values: [2, -1, 0] },
    },
    sizes: [{ n: 4 }],
    build: ({ x, i, inverse }) => g.takeRows(x!, i!, inverse!),
  },
  oneHot: {
    inputs: { i: indices(["n", 2], 5) },
    sizes,
    differentiable: false,
    build: ({ i }) => g.oneHot(i!, 5),
  },
  topK: notEmpty(one((x) => g.topK(x, 2).values, { x: { shape: ["n", 5] } })),
  "topK of a symbolic axis": one((x) => g.topK(x, 2).values, {
    x: { shape: [3, "m+2"] },
    size: { shape: ["m"] },
  }),
  "topK indices": {
    ...notEmpty(one((x) => g.topK(x, 2).indices, { x: { shape: ["n", 5] } })),
    differentiable: false,
  },
  argmax: { ...one((x) => g.argmax(x)), differentiable: false },
  "argmax, first axis": { ...notEmpty(one((x) => g.argmax(x, 0))), differentiable: false },
  cumsum: one((x) => g.cumsum(x, 0)),
  "cumsum, reverse and exclusive": one((x) => g.cumsum(x, 1, { reverse: true, exclusive: true })),
  "range, dimension": one((x) => [
    g.mul(x, g.cast(g.dimension("n+1"), "float32")),
    g.add(x, g.unsqueeze(g.cast(g.range("n"), "float32"), 1)),
  ]),
  constant: one((x) => g.mul(x, g.constant([1, -2, 3]))),
  "a large constant": one((x) =>
    g.matmul(
      x,
      g.constant(
        Float64Array.from({ length: 300 }, (_, i) => Math.sin(i)),
        [3, 100],
      ),
    ),
  ),
  "the same node twice": one((x) => g.mul(g.add(x, x), x)),
};

describe("ops", () => {
  for (const [name, one] of Object.entries(cases)) test(name, () => checkCase(name, one));

  test("the table covers every op that has no tests of its own", () => {
    const used = new Set<OpName>(["parameter", "scan", "scanFinal", "scanStack", "placeholder"]);
    for (const { inputs, build } of Object.values(cases)) {
      const nodes = Object.entries(inputs).map(([key, { shape, dtype }]) => [
        key,
        g.input(key, shape, dtype),
      ]);
      for (const node of topological([build(Object.fromEntries(nodes))].flat() as Node[])) used.add(node.op);
    }
    expect(Object.keys(rules).filter((op) => !used.has(op as OpName))).toEqual([]);
  });
});

describe("stopGradient", () => {
  test("lets nothing back: d(x·stop(x)) = stop(x)", () => {
    const x = g.input("x", [2]);
    const [dx] = g.gradient(g.reduceSum(g.mul(x, g.stopGradient(x))), [x]);
    expect([...g.evaluate([dx!], { x: { data: [3, 5], shape: [2] } })[0]!.data]).toEqual([3, 5]);
  });
});
