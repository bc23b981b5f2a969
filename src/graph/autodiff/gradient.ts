import { isOp, type Node, refuse, topological } from "../node.ts";
import { add } from "../ops/elementwise.ts";
import { scatterAddRows } from "../ops/indexing.ts";
import { concat, reshape } from "../ops/layout.ts";
import { ones, zeros } from "../ops/leaves.ts";
import { isResult } from "../ops/pick.ts";
import { elementsOf } from "../shape.ts";
import { rules } from "./rules.ts";
import type { Arrived, GradientRule, Propagate, SeveralResultsRule } from "./walk.ts";

/**
 * The gradient of a parameter. `rows` is for tables that are only read by `gather`: row `indices[i]` gets `rows[i]`,
 * all others nothing, and a row read several times occurs several times. A dense matrix of the size of the vocabulary
 * is never made.
 */
export type Gradient =
  | { readonly kind: "dense"; readonly value: Node }
  | { readonly kind: "rows"; readonly indices: Node; readonly rows: Node };

/** The gradient of the scalar `loss` with respect to each of `targets`. */
export function gradient(loss: Node, targets: readonly Node[]): Node[] {
  const found = propagate({ seeds: seedOf(loss), targets });
  return targets.map((target) => found.get(target) ?? zeros(target.shape));
}

/** Like `gradient`, but tables read only by `gather` get sparse rows. */
export function sparseGradient(loss: Node, targets: readonly Node[]): Gradient[] {
  const wanted = new Set(targets);
  const read = new Map<Node, { indices: Node; rows: Node }[]>();
  const found = propagate({
    seeds: seedOf(loss),
    targets,
    takeOut(user, at, dy) {
      if (at !== 0 || !isOp(user, "gather") || user.attributes.axis !== 0) return false;
      const [table, indices] = user.inputs;
      if (!wanted.has(table)) return false;
      const count = elementsOf(indices.shape);
      const entry = {
        indices: reshape(indices, [count]),
        rows: reshape(dy, [count, ...table.shape.slice(1)]),
      };
      read.set(table, [...(read.get(table) ?? []), entry]);
      return true;
    },
  });
  return targets.map((target): Gradient => {
    const dense = found.get(target);
    const entries = read.get(target);
    if (entries === undefined) return { kind: "dense", value: dense ?? zeros(target.shape) };
    const indices = concat(
      entries.map((entry) => entry.indices),
      0,
    );
    const rows = concat(
      entries.map((entry) => entry.rows),
      0,
    );
    if (dense === undefined) return { kind: "rows", indices, rows };
    return { kind: "dense", value: scatterAddRows(dense, indices, rows) };
  });
}

/** Walks from the seeds to the inputs in reverse topological order. */
const propagate: Propagate = ({ seeds, targets, inside = () => true, takeOut = () => false }) => {
  const order = topological([...seeds.keys()], (node) => !inside(node));
  const needed = new Set<Node>(targets);
  for (const node of order) {
    if (!isOp(node, "stopGradient") && node.inputs.some((input) => needed.has(input))) needed.add(node);
  }
  const wanted = (node: Node): boolean => needed.has(node);
  const sums = new Map<Node, Node>(seeds);
  const arrived = new Map<Node, Arrived[]>();
  for (const node of order.reverse()) {
    const dy = sums.get(node);
    // A leaf keeps its sum; a node that no target depends on is skipped.
    if (!wanted(node) || node.inputs.length === 0) continue;
    let parts: readonly (Node | null)[];
    if (isResult(node)) {
      const [source] = node.inputs;
      if (dy !== undefined) arrived.set(source, [...(arrived.get(source) ?? []), { result: node, dy }]);
      continue;
    }
    const several = arrived.get(node);
    if (several !== undefined) {
      parts = (rules[node.op] as SeveralResultsRule)(node, merged(several), { wanted, propagate });
    } else if (dy !== undefined) {
      parts = (rules[node.op] as GradientRule)(node, dy);
    } else continue;
    for (const [index, source] of node.inputs.entries()) {
      const dx = parts[index] ?? null;
      if (dx === null || source.dtype !== "float32" || !wanted(source)) continue;
      if (dy !== undefined && takeOut(node, index, dy)) continue;
      const sum = sums.get(source);
      sums.set(source, sum === undefined ? dx : add(sum, dx));
    }
  }
  return sums;
};

function seedOf(loss: Node): ReadonlyMap<Node, Node> {
  if (elementsOf(loss.shape) !== 1 || loss.dtype !== "float32")
    refuse("gradient", "the loss must be one number", loss);
  return new Map([[loss, ones(loss.shape)]]);
}

/** Two picks of the same result count as one. */
function merged(several: readonly Arrived[]): Arrived[] {
  const byResult = new Map<unknown, Arrived>();
  for (const { result, dy } of several) {
    const key = isOp(result, "scanStack")
      ? result.attributes.value
      : `${result.op} ${JSON.stringify(result.attributes)}`;
    const before = byResult.get(key);
    byResult.set(
      key,
      before === undefined ? { result, dy } : { result: before.result, dy: add(before.dy, dy) },
    );
  }
  return [...byResult.values()];
}
