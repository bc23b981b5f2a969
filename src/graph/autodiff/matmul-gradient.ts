import type { Dim } from "../dimension.ts";
import type { Node } from "../node.ts";
import { moveAxis } from "../ops/indexing.ts";
import { reshape } from "../ops/layout.ts";
import { matmul } from "../ops/matmul.ts";
import { dimAt, elementsOf, sameShape } from "../shape.ts";
import { sumToShape } from "./broadcast.ts";

/** `Y = s·AB:  dA = s·dY·Bᵀ,  dB = s·Aᵀ·dY`, with A and B read transposed where the product did so. */
export function matmulGradient(y: Node<"matmul">, dy: Node): readonly [Node, Node] {
  const [a, b] = y.inputs;
  const { transposeA, transposeB, scale } = y.attributes;
  if (sharedBy(a, dy) && !transposeA) {
    return [
      leftWeightGradient(y, b, dy),
      sameShape(b.shape.slice(0, -2), y.shape.slice(0, -2)) && transposeB
        ? manyFromShared(y, dy)
        : sumToShape(rightGradient(y, dy), b.shape),
    ];
  }
  const da = transposeA
    ? matmul(b, dy, { transposeA: transposeB, transposeB: true, scale })
    : matmul(dy, b, { transposeB: !transposeB, scale });
  const db =
    sharedBy(b, dy) && !transposeA
      ? rightWeightGradient(y, a, dy)
      : sumToShape(rightGradient(y, dy), b.shape);
  return [sumToShape(da, a.shape), db];
}

function rightGradient({ inputs: [a], attributes }: Node<"matmul">, dy: Node): Node {
  const { transposeA, transposeB, scale } = attributes;
  return transposeB
    ? matmul(dy, a, { transposeA: true, transposeB: transposeA, scale })
    : matmul(a, dy, { transposeA: !transposeA, scale });
}

/**
 * Whether one tensor is multiplied with many. Its gradient is then a sum of products, which is one product over a
 * longer inner axis: far faster than summing separate products.
 */
function sharedBy(weight: Node, dy: Node): boolean {
  const extra = dy.shape.length - weight.shape.length;
  return extra > 0 && sameShape(weight.shape.slice(0, -2), dy.shape.slice(extra, -2));
}

/** `dB = s·Σₑ Aₑᵀ·dYₑ` for a `B` shared over the leading axes `e` of `a` and `dy`. */
export function rightWeightGradient(
  { inputs: [, weight], attributes }: Node<"matmul">,
  a: Node,
  dy: Node,
): Node {
  const { transposeB, scale } = attributes;
  const rows = under(a, weight, -2);
  const above = under(dy, weight, -2);
  const db = transposeB
    ? matmul(above, rows, { transposeA: true, scale })
    : matmul(rows, above, { transposeA: true, scale });
  return db;
}

/** `dA = s·Σₑ dYₑ·Bₑᵀ` for an `A` shared over the leading axes `e` of `b` and `dy`. */
export function leftWeightGradient(
  { inputs: [weight], attributes }: Node<"matmul">,
  b: Node,
  dy: Node,
): Node {
  const { transposeB, scale } = attributes;
  const columns = under(b, weight, transposeB ? -2 : -1);
  return matmul(under(dy, weight, -1), columns, { transposeB: !transposeB, scale });
}

/** `dBₑ = s·dYₑᵀ·A` for all `e` in one product, for a `B` that was read transposed. */
function manyFromShared({ inputs: [a, b], attributes: { scale } }: Node<"matmul">, dy: Node): Node {
  const long = matmul(under(dy, a, -1), a, { transposeA: true, scale });
  const extra = dy.shape.length - a.shape.length;
  const batch = a.shape.slice(0, -2);
  const many = elementsOf(dy.shape.slice(0, extra));
  // [batch…, e·n, k] → [e, batch…, n, k]
  const apart = reshape(long, [...batch, many, dimAt(dy.shape, -1), dimAt(a.shape, -1)]);
  return reshape(moveAxis(apart, batch.length, 0), b.shape);
}

/** Moves the axes that `x` has before those of `weight` next to one of the last two, and joins them with it. */
function under(x: Node, weight: Node, axis: -1 | -2): Node {
  const extra = x.shape.length - weight.shape.length;
  const many = elementsOf(x.shape.slice(0, extra));
  const rest = x.shape.slice(extra);
  const moved = moveAxis(reshape(x, [many, ...rest]), 0, rest.length + axis);
  const joined: Dim[] = [...rest];
  joined[rest.length + axis] = elementsOf([many, dimAt(rest, axis)]);
  return reshape(moved, joined);
}
