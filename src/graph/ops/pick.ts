import { makeNode, type Node } from "../node.ts";

/** One result of an op that has several. */
export function pick(node: Node, index: number): Node<"pick"> {
  return makeNode("pick", [node], { index }, node.results[index]!);
}

/** Is this one result of an op with several? */
export function isResult(node: Node): boolean {
  return node.op === "pick" || node.op === "scanFinal" || node.op === "scanStack";
}
