import { makeNode, type Node, refuse } from "../node.ts";

/** One result of an op that has several. */
export function pick(node: Node, index: number): Node<"pick"> {
  const result = node.results[index];
  if (result === undefined) return refuse("pick", `there is no result ${index}`, ...node.results);
  return makeNode("pick", [node], { index }, result);
}

/** Is this one result of an op with several? */
export function isResult(node: Node): node is Node<"pick" | "scanFinal" | "scanStack"> {
  return node.op === "pick" || node.op === "scanFinal" || node.op === "scanStack";
}
