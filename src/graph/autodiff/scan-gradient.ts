import { zip } from "../../entries.ts";
import { isOp, type Loop, makeNode, type Node, type OpName, topological } from "../node.ts";
import { add } from "../ops/elementwise.ts";
import { zeros } from "../ops/leaves.ts";
import { isResult } from "../ops/pick.ts";
import { runLoop, sequencesOf, stacked } from "../scan.ts";
import { elementsOf, sameShape } from "../shape.ts";
import { leftWeightGradient, rightWeightGradient } from "./matmul-gradient.ts";
import type { Arrived, Walk } from "./walk.ts";

/**
 * The gradient of a loop is a loop in the other direction.
 *
 * Its state is `∂L/∂carry`. One step applies the ordinary rules to the body, seeded
 * with the state and with what arrives at that step's outputs. Where a rule looks
 * at a value of the forward body, the forward loop is made to stack that value and
 * the backward loop reads it along as a sequence. Values from outside the loop
 * get a sum over steps, kept in the state; the weights of matrix products instead
 * get one large product after the loop.
 */
export function scanGradient(
  node: Node<"scan">,
  arrived: readonly Arrived[],
  walk: Walk,
): readonly (Node | null)[] {
  const { loop } = node.attributes;
  if (loop.steps.some(({ op }) => op !== "placeholder"))
    throw new Error("scan: no second derivative through a loop");
  const outer = sequencesOf(node);
  const floats = loop.carries.filter((carry) => carry.dtype === "float32");
  const states = floats.map((carry) => makeNode("placeholder", [], { role: "carry" }, carry));
  const sequences: { stand: Node; values: Node }[] = [];

  const seeds = new Map<Node, Node>();
  const floatsAfter = loop.next.filter((after) => after.dtype === "float32");
  for (const [after, state] of zip(floatsAfter, states)) addTo(seeds, after, state);
  for (const { result, dy } of arrived) {
    if (!isOp(result, "scanStack")) continue;
    const { value } = result.attributes;
    const stand = makeNode("placeholder", [], { role: "step" }, value);
    sequences.push({ stand, values: dy });
    addTo(seeds, value, stand);
  }

  const wantedSteps = zip(loop.steps, outer).flatMap(([step, values]) => (wants(values, walk) ? [step] : []));
  const wantedCaptures = loop.captures.filter((capture) => wants(capture, walk));
  const products: { at: 0 | 1; dy: Node; product: Node<"matmul"> }[] = [];
  const found = walk.propagate({
    seeds,
    targets: [...floats, ...wantedSteps, ...wantedCaptures],
    inside: (inner) => loop.inside.has(inner),
    takeOut(user, at, dy) {
      if (!isOp(user, "matmul") || (at !== 0 && at !== 1) || !isWeight(user, at, loop)) return false;
      products.push({ at, dy, product: user });
      return true;
    },
  });

  const summed = wantedCaptures.flatMap((capture) => {
    const dy = found.get(capture);
    return dy === undefined ? [] : [{ capture, dy }];
  });
  const sums = summed.map(({ capture }) => makeNode("placeholder", [], { role: "carry" }, capture));
  const next = [
    ...floats.map((carry) => found.get(carry) ?? zeros(carry.shape)),
    ...zip(sums, summed).map(([sum, { dy }]) => add(sum, dy)),
  ];
  const dSteps = wantedSteps.map((step) => found.get(step) ?? zeros(step.shape));
  const outputs = [...dSteps, ...products.map(({ dy }) => dy)];
  for (const value of savedValues(loop, [...next, ...outputs])) {
    sequences.push({ stand: value, values: stacked(node, value) });
  }
  // A body with constant derivatives needs no values; the loop still needs a length.
  if (sequences.length === 0) {
    sequences.push(
      ...zip(loop.steps, outer)
        .map(([stand, values]) => ({ stand, values }))
        .slice(0, 1),
    );
  }
  const initial = floats.map((carry) => {
    const index = loop.carries.indexOf(carry);
    const end = arrived.find(({ result }) => isOp(result, "scanFinal") && result.attributes.index === index);
    return end?.dy ?? zeros(carry.shape);
  });
  const back = runLoop({
    carries: [...states, ...sums],
    steps: sequences.map(({ stand }) => stand),
    next,
    outputs,
    initial: [...initial, ...summed.map(({ capture }) => zeros(capture.shape))],
    inputs: sequences.map(({ values }) => values),
    length: loop.length,
    reverse: !loop.reverse,
  });

  const totals = new Map<Node, Node>();
  for (const [{ capture }, total] of zip(summed, back.final.slice(floats.length))) totals.set(capture, total);
  for (const [{ at, product }, dy] of zip(products, back.outputs.slice(dSteps.length))) {
    const [left, right] = product.inputs;
    if (at === 0) addTo(totals, left, leftWeightGradient(product, stacked(node, right), dy));
    else addTo(totals, right, rightWeightGradient(product, stacked(node, left), dy));
  }
  return [
    ...loop.carries.map((carry) => back.final[floats.indexOf(carry)] ?? null),
    ...loop.steps.map((step) => back.outputs.slice(0, dSteps.length)[wantedSteps.indexOf(step)] ?? null),
    ...loop.captures.map((capture) => totals.get(capture) ?? null),
  ];
}

function addTo(sums: Map<Node, Node>, key: Node, dy: Node): void {
  const sum = sums.get(key);
  sums.set(key, sum === undefined ? dy : add(sum, dy));
}

function wants(node: Node, walk: Walk): boolean {
  return node.dtype === "float32" && walk.wanted(node);
}

/**
 * Whether input `at` of this product is a weight from outside the loop, and the other is not. Its gradient can then
 * be computed after the loop.
 */
function isWeight(product: Node<"matmul">, at: 0 | 1, loop: Loop): boolean {
  const [left, right] = product.inputs;
  const [weight, other] = at === 0 ? [left, right] : [right, left];
  if (product.attributes.transposeA || loop.inside.has(weight) || !loop.inside.has(other)) return false;
  const batch = product.shape.slice(0, -2);
  return (
    sameShape(batch, other.shape.slice(0, -2)) &&
    sameShape(weight.shape.slice(0, -2), batch.slice(batch.length + 2 - weight.shape.length))
  );
}

/** Cheap to recompute, and larger than their inputs once broadcast: not worth storing at every step. */
const recomputed: ReadonlySet<OpName> = new Set([
  "add",
  "sub",
  "mul",
  "max",
  "min",
  "expand",
  "cast",
  "neg",
  "equal",
  "greater",
  "less",
]);

/** The values of the forward body that the backward body needs at each step. */
function savedValues(loop: Loop, results: readonly Node[]): Node[] {
  const saved = new Set<Node>();
  const needed = new Set<Node>();
  for (const node of topological(results, (inner) => loop.inside.has(inner))) {
    // Of an op with several results, the one that is used is stacked.
    if (isResult(node) && loop.inside.has(node.inputs[0])) saved.add(node);
    else for (const input of node.inputs) if (loop.inside.has(input)) needed.add(input);
  }
  for (const result of results) if (loop.inside.has(result)) needed.add(result);
  const waiting = [...needed];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const given = loop.carries.includes(node) || loop.steps.includes(node);
    if (given || !isCheap(node, loop)) saved.add(node);
    else waiting.push(...node.inputs.filter((input) => loop.inside.has(input)));
  }
  return [...saved].sort((a, b) => a.id - b.id);
}

function isCheap(node: Node, loop: Loop): boolean {
  if (node.op === "reshape") return true;
  if (!recomputed.has(node.op)) return false;
  const size = elementsOf(node.shape);
  return node.inputs.every(
    (input) => !loop.inside.has(input) || elementsOf(input.shape) !== size || isCheapInput(input, loop),
  );
}

/** As large as its result, but made from something smaller. */
function isCheapInput(node: Node, loop: Loop): boolean {
  const given = loop.carries.includes(node) || loop.steps.includes(node);
  return !given && node.op !== "reshape" && isCheap(node, loop);
}
