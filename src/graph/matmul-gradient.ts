import type { Node } from "./node.ts";
import { reshape } from "./ops/layout.ts";
import { matmul } from "./ops/matmul.ts";
import { elementsOf } from "./shape.ts";
import { sumToShape } from "./sum-to-shape.ts";

/** `Y = s·AB:  dA = s·dY·Bᵀ,  dB = s·Aᵀ·dY`, with A and B read transposed where the product did so. */
export function matmulGradient(y: Node<"matmul">, dy: Node): readonly [Node, Node] {
  const [a, b] = y.inputs as [Node, Node];
  const { transposeA, transposeB, scale } = y.attributes;
  const da = transposeA
    ? matmul(b, dy, { transposeA: transposeB, transposeB: true, scale })
    : matmul(dy, b, { transposeB: !transposeB, scale });
  return [sumToShape(da, a.shape), rightSide(a, b, y, dy)];
}

function rightSide(a: Node, b: Node, { attributes }: Node<"matmul">, dy: Node): Node {
  const { transposeA, transposeB, scale } = attributes;
  // One matrix for a whole batch: put the batch under the rows, so that its gradient is a single product.
  const flat = b.shape.length === 2 && !transposeA && dy.shape.length > 2;
  const left = flat ? reshape(a, [elementsOf(a.shape.slice(0, -1)), a.shape.at(-1)!]) : a;
  const above = flat ? reshape(dy, [elementsOf(dy.shape.slice(0, -1)), dy.shape.at(-1)!]) : dy;
  const db = transposeB
    ? matmul(above, left, { transposeA: true, transposeB: transposeA, scale })
    : matmul(left, above, { transposeA: !transposeA, scale });
  return sumToShape(db, b.shape);
}
