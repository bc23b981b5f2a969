import type { Node, OpName } from "../node.ts";

/** Given a node `y` and `dy = ∂L/∂y`, returns `∂L/∂x` for each input `x`; `null` where none flows. */
export type GradientRule<O extends OpName = OpName> = (y: Node<O>, dy: Node) => readonly (Node | null)[];

/** The same for an op with several results: `arrived` pairs each used result with its `∂L/∂y`. */
export type SeveralResultsRule<O extends OpName = OpName> = (
  y: Node<O>,
  arrived: readonly Arrived[],
  walk: Walk,
) => readonly (Node | null)[];

export interface Arrived {
  readonly result: Node;
  readonly dy: Node;
}

/** What a rule for a loop needs from the walk over the graph. */
export interface Walk {
  /** Whether the gradient of this node, or of something it depends on, is needed. */
  readonly wanted: (node: Node) => boolean;
  readonly propagate: Propagate;
}

/** Propagates gradients from `seeds` back to `targets` by the rules; see gradient.ts. */
export type Propagate = (options: {
  readonly seeds: ReadonlyMap<Node, Node>;
  readonly targets: readonly Node[];
  readonly inside?: (node: Node) => boolean;
  /** Takes one contribution out of the propagation by returning true; `dy` is the gradient of `user`, not of the input. */
  readonly takeOut?: (user: Node, input: number, dy: Node) => boolean;
}) => ReadonlyMap<Node, Node>;
