import type { Dim } from "./dimension.ts";
import type { DType } from "./dtype.ts";
import { formatShape, normalShape, type Shape } from "./shape.ts";

type None = Readonly<Record<never, never>>;
type OnAxis = { readonly axis: number };
type OnAxes = { readonly axes: readonly number[]; readonly keep: boolean };

/** What `takeRows` puts where an index is −1: a row of zeros, or whatever is cheapest. */
export type Holes = "zero" | "any";

/**
 * Every operation the engine knows, with its attributes. Three tables are typed over these names (gradient rules, the
 * reference interpreter, the ONNX writer), so an op missing from one of them does not compile.
 */
export interface OpAttributes {
  input: { readonly name: string };
  parameter: { readonly name: string };
  constant: { readonly data: Float64Array };
  placeholder: { readonly role: "carry" | "step" };
  neg: None;
  exp: None;
  log: None;
  sqrt: None;
  tanh: None;
  sigmoid: None;
  relu: None;
  hardSigmoid: { readonly slope: number; readonly offset: number };
  erf: None;
  abs: None;
  sign: None;
  not: None;
  pow: { readonly exponent: number };
  cast: { readonly to: DType };
  add: None;
  sub: None;
  mul: None;
  div: None;
  max: None;
  min: None;
  equal: None;
  greater: None;
  less: None;
  and: None;
  or: None;
  where: None;
  matmul: { readonly transposeA: boolean; readonly transposeB: boolean; readonly scale: number };
  reduceSum: OnAxes;
  reduceMean: OnAxes;
  reduceMax: OnAxes;
  softmax: OnAxis;
  logSoftmax: OnAxis;
  logSumExp: OnAxis;
  layerNormalization: { readonly epsilon: number };
  gelu: { readonly approximation: "none" | "tanh" };
  reshape: None;
  transpose: { readonly order: readonly number[] };
  expand: None;
  concat: OnAxis;
  split: OnAxis;
  slice: OnAxis & { readonly start: Dim; readonly end: Dim };
  reverse: OnAxis;
  pad: OnAxis & { readonly before: Dim; readonly after: Dim };
  gather: OnAxis;
  gatherND: { readonly unique: boolean };
  scatterAdd: { readonly unique: boolean };
  takeRows: { readonly holes: Holes; readonly inverseHoles: Holes };
  oneHot: None;
  topK: { readonly k: number };
  argmax: OnAxis;
  cumsum: OnAxis & { readonly reverse: boolean; readonly exclusive: boolean };
  range: None;
  dimension: { readonly dim: Dim };
  stopGradient: None;
  scan: { readonly loop: Loop };
  scanFinal: { readonly index: number };
  scanStack: { readonly value: Node };
  pick: { readonly index: number };
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

export type OpName = keyof OpAttributes;

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
  readonly inputs: readonly Node[];
  readonly attributes: OpAttributes[O];
  /** The results of an op with several; `pick` takes one. Shape and dtype are then those of the first. */
  readonly results: readonly Result[];
  /** Where it was built, for error messages; see `withScope`. */
  readonly scope: string;
}

let created = 0;
const scopes: string[] = [];

export function makeNode<O extends OpName>(
  op: O,
  inputs: readonly Node[],
  attributes: OpAttributes[O],
  ...results: readonly [Result, ...Result[]]
): Node<O> {
  const normal = results.map(({ shape, dtype }) => ({ shape: normalShape(shape), dtype }));
  return Object.freeze({
    id: created++,
    op,
    inputs,
    attributes,
    shape: normal[0]!.shape,
    dtype: normal[0]!.dtype,
    results: normal,
    scope: scopes.join("."),
  });
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
