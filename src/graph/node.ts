import type { Dim } from "./dimension.ts";
import type { DType } from "./dtype.ts";
import { formatShape, normalShape, type Shape } from "./shape.ts";

type None = Readonly<Record<never, never>>;
type Op<Inputs extends number | "any", Attributes = None> = {
  readonly inputs: Inputs;
  readonly attributes: Attributes;
};
type OnAxis = { readonly axis: number };
type OnAxes = { readonly axes: readonly number[]; readonly keep: boolean };

/** What `takeRows` puts where an index is −1: a row of zeros, or whatever is cheapest. */
export type Holes = "zero" | "any";

/**
 * Every operation the engine knows, with the number of its inputs and its attributes. Three tables are typed over these names (gradient rules, the
 * reference interpreter, the ONNX writer), so an op missing from one of them does not compile.
 */
interface Ops {
  input: Op<0, { readonly name: string }>;
  parameter: Op<0, { readonly name: string }>;
  constant: Op<0, { readonly data: Float64Array }>;
  placeholder: Op<0, { readonly role: "carry" | "step" }>;
  neg: Op<1>;
  exp: Op<1>;
  log: Op<1>;
  sqrt: Op<1>;
  tanh: Op<1>;
  sigmoid: Op<1>;
  relu: Op<1>;
  hardSigmoid: Op<1, { readonly slope: number; readonly offset: number }>;
  erf: Op<1>;
  abs: Op<1>;
  sign: Op<1>;
  not: Op<1>;
  pow: Op<1, { readonly exponent: number }>;
  cast: Op<1, { readonly to: DType }>;
  add: Op<2>;
  sub: Op<2>;
  mul: Op<2>;
  div: Op<2>;
  max: Op<2>;
  min: Op<2>;
  equal: Op<2>;
  greater: Op<2>;
  less: Op<2>;
  and: Op<2>;
  or: Op<2>;
  where: Op<3>;
  matmul: Op<2, { readonly transposeA: boolean; readonly transposeB: boolean; readonly scale: number }>;
  reduceSum: Op<1, OnAxes>;
  reduceMean: Op<1, OnAxes>;
  reduceMax: Op<1, OnAxes>;
  softmax: Op<1, OnAxis>;
  logSoftmax: Op<1, OnAxis>;
  logSumExp: Op<1, OnAxis>;
  layerNormalization: Op<3, { readonly epsilon: number }>;
  gelu: Op<1, { readonly approximation: "none" | "tanh" }>;
  reshape: Op<1>;
  transpose: Op<1, { readonly order: readonly number[] }>;
  expand: Op<1>;
  concat: Op<"any", OnAxis>;
  split: Op<1, OnAxis>;
  slice: Op<1, OnAxis & { readonly start: Dim; readonly end: Dim }>;
  reverse: Op<1, OnAxis>;
  pad: Op<1, OnAxis & { readonly before: Dim; readonly after: Dim }>;
  gather: Op<2, OnAxis>;
  gatherND: Op<2, { readonly unique: boolean }>;
  scatterAdd: Op<3, { readonly unique: boolean }>;
  takeRows: Op<3, { readonly holes: Holes; readonly inverseHoles: Holes }>;
  oneHot: Op<1>;
  topK: Op<1, { readonly k: number }>;
  argmax: Op<1, OnAxis>;
  cumsum: Op<1, OnAxis & { readonly reverse: boolean; readonly exclusive: boolean }>;
  range: Op<0>;
  dimension: Op<0, { readonly dim: Dim }>;
  stopGradient: Op<1>;
  scan: Op<"any", { readonly loop: Loop }>;
  scanFinal: Op<1, { readonly index: number }>;
  scanStack: Op<1, { readonly value: Node }>;
  pick: Op<1, { readonly index: number }>;
}

/**
 * The body of a loop: a graph of its own, in which some nodes stand for values
 * that change from step to step. It may use nodes from outside freely; those are
 * the `captures`, computed once before the loop.
 */
export interface Loop {
  /** Stand for the state before a step. */
  readonly carries: readonly Node[];
  /** Stand for the current elements of the sequences. */
  readonly steps: readonly Node[];
  /** The state after a step, one node per carry. */
  readonly next: readonly Node[];
  readonly captures: readonly Node[];
  /** Nodes that are computed anew in each step. */
  readonly inside: ReadonlySet<Node>;
  readonly length: Dim;
  readonly reverse: boolean;
}

export type OpName = keyof Ops;

/** Ops computed from their inputs alone: no leaves, no loops, and none that takes one of several results. */
export type PlainOp = Exclude<
  OpName,
  "input" | "parameter" | "placeholder" | "scan" | "scanFinal" | "scanStack" | "pick"
>;

export type OpAttributes<O extends OpName> = Ops[O]["attributes"];

/** One `T` for each input of an op: its node, its value, its name. */
export type OpInputs<O extends OpName, T> = Tuple<Ops[O]["inputs"], T>;

/** Several `T`, of a number that is known; or any number of them. */
type Tuple<N, T> = [N] extends [0]
  ? readonly []
  : [N] extends [1]
    ? readonly [T]
    : [N] extends [2]
      ? readonly [T, T]
      : [N] extends [3]
        ? readonly [T, T, T]
        : readonly T[];

/** Shape and type of one result of an op. */
interface Result {
  readonly shape: Shape;
  readonly dtype: DType;
}

/**
 * One value in an expression graph. Nodes are immutable and hold no numbers
 * (constants apart): building them describes a computation, and a `Session` or
 * `evaluate` performs it.
 */
export interface Node<O extends OpName = OpName> extends Result {
  /** Increases with creation, so sorting by it puts every node after its inputs. */
  readonly id: number;
  readonly op: O;
  readonly inputs: OpInputs<O, Node>;
  readonly attributes: OpAttributes<O>;
  /** The results of an op with several; `pick` takes one. Shape and dtype are then those of the first. */
  readonly results: readonly [Result, ...Result[]];
  /** Where it was built, for error messages; see `withScope`. */
  readonly scope: string;
}

/** One node for each entry of a list or tuple. */
export type Nodes<T extends readonly unknown[]> = { readonly [K in keyof T]: Node };

let created = 0;
const scopes: string[] = [];

export function makeNode<O extends OpName>(
  op: O,
  inputs: OpInputs<O, Node>,
  attributes: OpAttributes<O>,
  ...[first, ...rest]: readonly [Result, ...Result[]]
): Node<O> {
  const own = normalResult(first);
  const results: Node["results"] = [own, ...rest.map(normalResult)];
  return Object.freeze({
    id: created++,
    op,
    inputs,
    attributes,
    shape: own.shape,
    dtype: own.dtype,
    results,
    scope: scopes.join("."),
  });
}

function normalResult({ shape, dtype }: Result): Result {
  return { shape: normalShape(shape), dtype };
}

/** Runs `build` so that the nodes it makes carry `name` in their error messages: `add in "encoder.3"`. */
export function withScope<T>(name: string, build: () => T): T {
  scopes.push(name);
  try {
    return build();
  } finally {
    scopes.pop();
  }
}

/** Throws an error that names the op being built, where, and the shapes it was given. */
export function refuse(op: string, why: string, ...inputs: readonly Result[]): never {
  const place = scopes.length === 0 ? "" : ` in "${scopes.join(".")}"`;
  const shapes = inputs.map(({ shape, dtype }) => `${dtype} ${formatShape(shape)}`).join(" and ");
  throw new Error(`${op}${place}: ${why}${shapes === "" ? "" : `, got ${shapes}`}`);
}

/** True when `node` has this op; narrows its attributes. */
export function isOp<O extends OpName>(node: Node, op: O): node is Node<O> {
  return node.op === op;
}

/** Everything `outputs` are computed from, inputs first; stops at nodes for which `known` holds. */
export function topological(outputs: readonly Node[], known: (node: Node) => boolean = () => false): Node[] {
  const seen = new Set<Node>();
  const waiting = outputs.filter((node) => !known(node));
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    for (const input of node.inputs) if (!seen.has(input) && !known(input)) waiting.push(input);
  }
  return [...seen].sort((a, b) => a.id - b.id);
}
