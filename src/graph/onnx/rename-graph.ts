import type { Dim } from "../dimension.ts";
import { isOp, makeNode, type Node, type Nodes, type OpAttributes, type OpName } from "../node.ts";

/** Names of leaves and sizes in the copy. */
export interface Renaming {
  /** Of inputs and parameters. */
  name(name: string): string;
  /** Of symbolic sizes. */
  size(symbol: string): string;
}

/**
 * Copies a graph under other names for its inputs, parameters and sizes, so that the same piece of network can occur
 * twice in one graph, each with its own weights and batch. Leaves that keep their names are shared.
 */
export function renameGraph<const R extends readonly Node[]>(roots: R, renaming: Renaming): Nodes<R>;
export function renameGraph(roots: readonly Node[], { name, size }: Renaming): Node[] {
  const copies = new Map<Node, Node>();
  const dim = (of: Dim): Dim =>
    typeof of === "number" ? of : of.replace(/[A-Za-z_][A-Za-z0-9_]*/g, (symbol) => size(symbol));

  function copy(node: Node): Node {
    const known = copies.get(node);
    if (known !== undefined) return known;
    if (isKept(node)) return node;
    const inputs = node.inputs.map(copy);
    const renamed = ({ shape, dtype }: Pick<Node, "shape" | "dtype">) => ({ shape: shape.map(dim), dtype });
    const [first, ...rest] = node.results;
    const made = makeNode(node.op, inputs, attributesOf(node), renamed(first), ...rest.map(renamed));
    copies.set(node, made);
    return made;
  }

  function isKept(node: Node): boolean {
    if (!isOp(node, "input") && !isOp(node, "parameter")) return false;
    return name(node.attributes.name) === node.attributes.name && node.shape.every((of) => dim(of) === of);
  }

  function attributesOf(node: Node): OpAttributes<OpName> {
    if (isOp(node, "input") || isOp(node, "parameter")) return { name: name(node.attributes.name) };
    if (isOp(node, "slice")) {
      const { axis, start, end } = node.attributes;
      return { axis, start: dim(start), end: dim(end) };
    }
    if (isOp(node, "pad")) {
      const { axis, before, after } = node.attributes;
      return { axis, before: dim(before), after: dim(after) };
    }
    if (isOp(node, "dimension")) return { dim: dim(node.attributes.dim) };
    if (isOp(node, "scanStack")) return { value: copy(node.attributes.value) };
    if (isOp(node, "scan")) {
      const { carries, steps, next, captures, inside, length, reverse } = node.attributes.loop;
      return {
        loop: {
          carries: carries.map(copy),
          steps: steps.map(copy),
          next: next.map(copy),
          captures: captures.map(copy),
          inside: new Set([...inside].map(copy)),
          length: dim(length),
          reverse,
        },
      };
    }
    return node.attributes;
  }

  return roots.map(copy);
}
