import type { Dim } from "../dimension.ts";
import { makeNode, type Node, refuse } from "../node.ts";
import { broadcastShapes, dimAt } from "../shape.ts";

export interface MatmulOptions {
  /** Read `a` as `[…, k, m]`. */
  readonly transposeA?: boolean;
  /** Read `b` as `[…, n, k]`. */
  readonly transposeB?: boolean;
  /** A factor on the product, at no cost. */
  readonly scale?: number;
}

/** Matrix product `[…, m, k] × […, k, n] → […, m, n]`; leading axes broadcast. */
export function matmul(a: Node, b: Node, options: MatmulOptions = {}): Node<"matmul"> {
  const { transposeA = false, transposeB = false, scale = 1 } = options;
  if (a.dtype !== "float32" || b.dtype !== "float32") refuse("matmul", "needs float32", a, b);
  if (a.shape.length < 2 || b.shape.length < 2) refuse("matmul", "both sides need two axes or more", a, b);
  const [rows, inner] = lastTwo(a, transposeA);
  const [innerB, columns] = lastTwo(b, transposeB);
  if (inner !== innerB) {
    const how =
      transposeA || transposeB ? ` (transposed: ${transposeA ? "a" : ""}${transposeB ? "b" : ""})` : "";
    refuse("matmul", `inner sizes "${inner}" and "${innerB}" differ${how}`, a, b);
  }
  const batch = broadcastShapes(a.shape.slice(0, -2), b.shape.slice(0, -2));
  if (batch === undefined) return refuse("matmul", "leading axes do not broadcast", a, b);
  const shape = [...batch, rows, columns];
  return makeNode("matmul", [a, b], { transposeA, transposeB, scale }, { shape, dtype: "float32" });
}

function lastTwo({ shape }: Node, transposed: boolean): readonly [Dim, Dim] {
  const [row, column] = [dimAt(shape, -2), dimAt(shape, -1)];
  return transposed ? [column, row] : [row, column];
}
