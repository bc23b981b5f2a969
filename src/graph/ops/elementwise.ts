import { makeNode, type Node, type OpName, refuse } from "../node.ts";
import { broadcastShapes } from "../shape.ts";
import { constant, constantValue } from "./leaves.ts";

type UnaryOp = "neg" | "exp" | "log" | "sqrt" | "tanh" | "sigmoid" | "relu" | "erf" | "abs" | "sign";
type BinaryOp = "add" | "sub" | "mul" | "div" | "max" | "min";

/** A node, or a number that becomes a scalar constant of the other side's type. */
export type Operand = Node | number;

const unary =
  (op: UnaryOp) =>
  (x: Node): Node => {
    if (x.dtype !== "float32") refuse(op, "needs float32", x);
    return makeNode(op, [x], {}, x);
  };

export const neg = unary("neg");
export const exp = unary("exp");
export const log = unary("log");
export const sqrt = unary("sqrt");
export const tanh = unary("tanh");
export const sigmoid = unary("sigmoid");
export const relu = unary("relu");
export const erf = unary("erf");
export const abs = unary("abs");
export const sign = unary("sign");

/** `x` to a fixed power. */
export function pow(x: Node, exponent: number): Node {
  if (x.dtype !== "float32") refuse("pow", "needs float32", x);
  return exponent === 1 ? x : makeNode("pow", [x], { exponent }, x);
}

/** `slope·x + offset`, cut off at 0 and 1. */
export function hardSigmoid(x: Node, slope = 0.2, offset = 0.5): Node {
  if (x.dtype !== "float32") refuse("hardSigmoid", "needs float32", x);
  return makeNode("hardSigmoid", [x], { slope, offset }, x);
}

/** `x·Φ(x)`; `"tanh"` is the approximation that GPT-2 and its kin were trained with. */
export function gelu(x: Node, approximation: "none" | "tanh" = "none"): Node {
  if (x.dtype !== "float32") refuse("gelu", "needs float32", x);
  return makeNode("gelu", [x], { approximation }, x);
}

/** Passes its input on and lets no gradient back. */
export function stopGradient(x: Node): Node {
  return makeNode("stopGradient", [x], {}, x);
}

export function add(a: Operand, b: Operand): Node {
  return binary("add", a, b, 0);
}

export function sub(a: Operand, b: Operand): Node {
  return binary("sub", a, b);
}

export function mul(a: Operand, b: Operand): Node {
  return binary("mul", a, b, 1);
}

export function div(a: Operand, b: Operand): Node {
  return binary("div", a, b);
}

export function max(a: Operand, b: Operand): Node {
  return binary("max", a, b);
}

export function min(a: Operand, b: Operand): Node {
  return binary("min", a, b);
}

/** Both sides as nodes of the same numeric type, with the shape they broadcast to. */
export function operands(op: OpName, a: Operand, b: Operand): { a: Node; b: Node; shape: Node["shape"] } {
  const dtype = typeof a !== "number" ? a.dtype : typeof b !== "number" ? b.dtype : "float32";
  const left = typeof a === "number" ? constant(a, [], dtype) : a;
  const right = typeof b === "number" ? constant(b, [], dtype) : b;
  if (left.dtype !== right.dtype) refuse(op, "both sides need the same type", left, right);
  const shape = broadcastShapes(left.shape, right.shape);
  if (shape === undefined) return refuse(op, "shapes do not broadcast", left, right);
  return { a: left, b: right, shape };
}

function binary(op: BinaryOp, x: Operand, y: Operand, neutral?: number): Node {
  const { a, b, shape } = operands(op, x, y);
  if (a.dtype === "bool") refuse(op, "needs numbers", a, b);
  // Gradient rules multiply by the ones they start from and add the zeros they pass by; neither is worth a node.
  if (neutral !== undefined) {
    if (constantValue(b) === neutral && a.shape.length === shape.length && same(a, shape)) return a;
    if (constantValue(a) === neutral && b.shape.length === shape.length && same(b, shape)) return b;
  }
  return makeNode(op, [a, b], {}, { shape, dtype: a.dtype });
}

function same(node: Node, shape: Node["shape"]): boolean {
  return node.shape.every((dim, axis) => dim === shape[axis]);
}

/** The mean of several nodes of one shape; of one, the node itself. */
export function meanOf(nodes: readonly Node[]): Node {
  const [first, ...rest] = nodes;
  if (first === undefined) return refuse("meanOf", "needs a tensor");
  return rest.length === 0 ? first : mul(rest.reduce(add, first), 1 / nodes.length);
}
