import type { Dim } from "./dimension.ts";
import { isOp, type Loop, makeNode, type Node, type Nodes, refuse, topological } from "./node.ts";
import { expand, unsqueeze } from "./ops/layout.ts";
import { isResult } from "./ops/pick.ts";
import { sameShape } from "./shape.ts";

export interface ScanOptions<
  C extends readonly Node[] = readonly Node[],
  I extends readonly Node[] = readonly Node[],
  O extends readonly Node[] = readonly Node[],
> {
  /** The state before the first step. */
  readonly initial: C;
  /** Sequences, `[steps, …]`; the body sees one element `[…]` of each at a time. At least one sequence, of at least one step. */
  readonly inputs: I;
  /** Go from the last element to the first; stacked outputs keep the order of the inputs. */
  readonly reverse?: boolean;
  readonly body: (
    carries: Nodes<C>,
    elements: Nodes<I>,
  ) => { readonly carries: Nodes<C>; readonly outputs?: O };
}

/**
 * A loop over the first axis of its inputs that carries a state along: the base
 * of recurrent networks and of chain-structured losses. Differentiable; compiled
 * to ONNX `Scan`.
 *
 * @returns the state after the last step, and each output stacked to `[steps, …]`
 */
export function scan<
  const C extends readonly Node[],
  const I extends readonly Node[],
  const O extends readonly Node[] = readonly [],
>(options: ScanOptions<C, I, O>): { readonly final: Nodes<C>; readonly outputs: Nodes<O> };
export function scan(options: ScanOptions): { readonly final: Node[]; readonly outputs: Node[] } {
  const { initial, inputs, reverse = false, body } = options;
  const [first] = inputs;
  if (first === undefined) return refuse("scan", "needs a sequence to go along");
  const [length] = first.shape;
  if (length === undefined) return refuse("scan", "needs an axis to go along", first);
  for (const sequence of inputs) {
    if (sequence.shape[0] !== length) refuse("scan", "sequences differ in length", first, sequence);
  }
  const carries = initial.map(({ shape, dtype }) =>
    makeNode("placeholder", [], { role: "carry" }, { shape, dtype }),
  );
  const steps = inputs.map(({ shape, dtype }) =>
    makeNode("placeholder", [], { role: "step" }, { shape: shape.slice(1), dtype }),
  );
  const { carries: next, outputs = [] } = body(carries, steps);
  next.forEach((after, index) => {
    const before = carries[index];
    if (before === undefined || !sameShape(after.shape, before.shape) || after.dtype !== before.dtype) {
      refuse(
        "scan",
        `carry ${index} changes its shape or type in the body`,
        ...(before ? [before] : []),
        after,
      );
    }
  });
  if (next.length !== carries.length)
    refuse("scan", `the body returns ${next.length} of ${carries.length} carries`);
  return runLoop({ carries, steps, next, outputs, initial, inputs, length, reverse });
}

/** Builds the loop node from parts. `carries` and `steps` may be any nodes: within the body they are given, not computed. */
export function runLoop(parts: {
  readonly carries: readonly Node[];
  readonly steps: readonly Node[];
  readonly next: readonly Node[];
  readonly outputs: readonly Node[];
  readonly initial: readonly Node[];
  readonly inputs: readonly Node[];
  readonly length: Dim;
  readonly reverse: boolean;
}): { final: Node[]; outputs: Node[]; node: Node<"scan"> } {
  const { carries, steps, next, outputs, initial, inputs, length, reverse } = parts;
  const { inside, captures } = divide(new Set([...carries, ...steps]), [...next, ...outputs]);
  const loop: Loop = { carries, steps, next, captures, inside, length, reverse };
  const result = initial[0] ?? { shape: [], dtype: "float32" as const };
  const node = makeNode("scan", [...initial, ...inputs, ...captures], { loop }, result);
  return {
    node,
    final: next.map((value, index) => makeNode("scanFinal", [node], { index }, value)),
    outputs: outputs.map((value) => stacked(node, value)),
  };
}

/** The values a body node takes over the steps, `[steps, …]`. */
export function stacked(scanNode: Node<"scan">, value: Node): Node {
  const { loop } = scanNode.attributes;
  const shape = [loop.length, ...value.shape];
  const step = loop.steps.indexOf(value);
  const sequence = step < 0 ? undefined : sequencesOf(scanNode)[step];
  if (sequence !== undefined) return sequence;
  const inside = loop.inside.has(value) || (isResult(value) && loop.inside.has(value.inputs[0]));
  if (!inside) return expand(unsqueeze(value, 0), shape);
  return makeNode("scanStack", [scanNode], { value }, { shape, dtype: value.dtype });
}

/** What a loop goes along, in the order of its steps. */
export function sequencesOf({ inputs, attributes: { loop } }: Node<"scan">): readonly Node[] {
  return inputs.slice(loop.carries.length, loop.carries.length + loop.steps.length);
}

/** What a step computes to arrive at `results`, inputs first. */
export function bodyOf({ carries, steps, captures }: Loop, results: readonly Node[]): Node[] {
  const given = new Set([...carries, ...steps, ...captures]);
  return topological(results, (node) => given.has(node));
}

/** The body values that nodes of a list want stacked over the steps of a loop. */
export function stacksOf(loop: Node<"scan">, order: readonly Node[]): Node[] {
  const wanted = new Set<Node>();
  for (const node of order) {
    if (isOp(node, "scanStack") && node.inputs[0] === loop) wanted.add(node.attributes.value);
  }
  return [...wanted];
}

/**
 * Which result of which op a node takes; undefined where it takes none. The results of a loop are its final state, then
 * the values that nodes of `order` want stacked.
 */
export function takenBy(node: Node, order: readonly Node[]): { source: Node; place: number } | undefined {
  if (isOp(node, "pick") || isOp(node, "scanFinal")) {
    return { source: node.inputs[0], place: node.attributes.index };
  }
  if (!isOp(node, "scanStack")) return undefined;
  const [source] = node.inputs;
  if (!isOp(source, "scan")) throw new Error(`a stack of "${source.op}", which is no loop`);
  const stack = stacksOf(source, order).indexOf(node.attributes.value);
  return { source, place: source.attributes.loop.carries.length + stack };
}

/** Tells nodes that depend on the loop's own values from those that do not. */
function divide(given: ReadonlySet<Node>, results: readonly Node[]): { inside: Set<Node>; captures: Node[] } {
  const inside = new Set<Node>(given);
  const order = topological(results, (node) => given.has(node));
  for (const node of order) if (node.inputs.some((input) => inside.has(input))) inside.add(node);
  const captures = new Set<Node>();
  for (const node of order) {
    if (inside.has(node)) for (const input of node.inputs) if (!inside.has(input)) captures.add(input);
  }
  for (const result of results) if (!inside.has(result)) captures.add(result);
  return { inside, captures: [...captures] };
}
