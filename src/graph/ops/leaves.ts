import type { Dim } from "../dimension.ts";
import { type DType, typedArray } from "../dtype.ts";
import { isOp, makeNode, type Node, refuse } from "../node.ts";
import { elementsOf, type Shape } from "../shape.ts";
import { expand } from "./layout.ts";

/** A tensor that is fed at each run. Its symbolic sizes take their values from what is fed. */
export function input(name: string, shape: Shape, dtype: DType = "float32"): Node<"input"> {
  return makeNode("input", [], { name }, { shape, dtype });
}

/** A trainable tensor: fed like an input, or baked into the model when it is written for inference. */
export function parameter(name: string, shape: readonly number[]): Node<"parameter"> {
  return makeNode("parameter", [], { name }, { shape, dtype: "float32" });
}

/** Numbers written into the graph. A plain number is a scalar; lists need a shape unless they are vectors. */
export function constant(
  values: number | ArrayLike<number>,
  shape?: readonly number[],
  dtype: DType = "float32",
): Node<"constant"> {
  const data = typeof values === "number" ? Float64Array.of(values) : Float64Array.from(values);
  const sizes = shape ?? (typeof values === "number" ? [] : [data.length]);
  if (elementsOf(sizes) !== data.length) {
    refuse("constant", `${data.length} values do not fill the shape`, { shape: sizes, dtype });
  }
  typedArray(dtype, data); // throws here, not at writing time, when a value does not fit the type
  return makeNode("constant", [], { data }, { shape: sizes, dtype });
}

/** One number in every place of a shape that may be symbolic. */
export function full(shape: Shape, value: number, dtype: DType = "float32"): Node {
  return expand(constant(value, [], dtype), shape);
}

export function zeros(shape: Shape): Node {
  return full(shape, 0);
}

export function ones(shape: Shape): Node {
  return full(shape, 1);
}

/** The whole numbers 0 … size − 1, `[size]` int64. */
export function range(size: Dim): Node<"range"> {
  return makeNode("range", [], {}, { shape: [size], dtype: "int64" });
}

/** A size as a number inside the graph: an int64 scalar. */
export function dimension(dim: Dim): Node<"dimension"> {
  return makeNode("dimension", [], { dim }, { shape: [], dtype: "int64" });
}

/** The value of a scalar constant (also one spread over a shape), for rules that simplify; otherwise undefined. */
export function constantValue(node: Node): number | undefined {
  const source = isOp(node, "expand") ? node.inputs[0] : node;
  return isOp(source, "constant") && source.attributes.data.length === 1
    ? source.attributes.data[0]
    : undefined;
}
