import type { DType } from "../dtype.ts";
import { makeNode, type Node, refuse } from "../node.ts";
import { broadcastShapes } from "../shape.ts";
import { type Operand, operands } from "./elementwise.ts";

export function equal(a: Operand, b: Operand): Node {
  const sides = operands("equal", a, b);
  return makeNode("equal", [sides.a, sides.b], {}, { shape: sides.shape, dtype: "bool" });
}

export function greater(a: Operand, b: Operand): Node {
  return ordered("greater", a, b);
}

export function less(a: Operand, b: Operand): Node {
  return ordered("less", a, b);
}

export function and(a: Node, b: Node): Node {
  return logical("and", a, b);
}

export function or(a: Node, b: Node): Node {
  return logical("or", a, b);
}

export function not(x: Node): Node {
  if (x.dtype !== "bool") refuse("not", "needs bool", x);
  return makeNode("not", [x], {}, x);
}

/** `a` where `condition` holds and `b` elsewhere. */
export function where(condition: Node, a: Operand, b: Operand): Node {
  if (condition.dtype !== "bool") refuse("where", "the condition must be bool", condition);
  const sides = operands("where", a, b);
  const shape = broadcastShapes(condition.shape, sides.shape);
  if (shape === undefined) {
    return refuse("where", "shapes do not broadcast", condition, {
      shape: sides.shape,
      dtype: sides.a.dtype,
    });
  }
  return makeNode("where", [condition, sides.a, sides.b], {}, { shape, dtype: sides.a.dtype });
}

/** Changes the element type; float to int64 cuts off the fraction, anything but 0 is true. */
export function cast(x: Node, to: DType): Node {
  return x.dtype === to ? x : makeNode("cast", [x], { to }, { shape: x.shape, dtype: to });
}

function ordered(op: "greater" | "less", a: Operand, b: Operand): Node {
  const sides = operands(op, a, b);
  if (sides.a.dtype === "bool") refuse(op, "needs numbers", sides.a, sides.b);
  return makeNode(op, [sides.a, sides.b], {}, { shape: sides.shape, dtype: "bool" });
}

function logical(op: "and" | "or", a: Node, b: Node): Node {
  const sides = operands(op, a, b);
  if (sides.a.dtype !== "bool") refuse(op, "needs bool", sides.a, sides.b);
  return makeNode(op, [sides.a, sides.b], {}, { shape: sides.shape, dtype: "bool" });
}
