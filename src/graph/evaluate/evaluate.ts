import { zip } from "../../entries.ts";
import { bindDim } from "../dimension.ts";
import { isOp, type Node, type OpName, type PlainOp, topological } from "../node.ts";
import { bindSizes } from "../runtime/bind-sizes.ts";
import { bodyOf, sequencesOf, stacksOf, takenBy } from "../scan.ts";
import { elementsOf, formatShape } from "../shape.ts";
import { type Bind, type Kernel, kernels } from "./operations.ts";
import type { Value } from "./value.ts";

/** Tensors for the reference interpreter, by input or parameter name. */
export type Numbers = Readonly<
  Record<string, { readonly data: ArrayLike<number | bigint>; readonly shape: readonly number[] }>
>;

/**
 * Computes nodes directly, in double precision and without ONNX Runtime: the reference that compiled graphs and
 * gradients are tested against. Slow.
 *
 * @param sources inputs to take symbolic sizes from, besides those the outputs depend on
 */
export function evaluate(outputs: readonly Node[], feeds: Numbers, sources: readonly Node[] = []): Value[] {
  const order = topological([...outputs, ...sources]);
  const leaves = order.filter((node): node is Leaf => isOp(node, "input") || isOp(node, "parameter"));
  const fed = leaves.map((leaf) => ({ leaf, ...found(leaf, feeds) }));
  const sizes = bindSizes(
    fed.map(({ leaf, shape }) => ({ name: leaf.attributes.name, declared: leaf.shape, shape })),
  );
  const known = new Map<Node, readonly Value[]>(
    fed.map(({ leaf, data, shape }) => [leaf, [{ data, shape }]]),
  );
  const run = new Run(known, (dim) => bindDim(dim, sizes));
  run.compute(order);
  return outputs.map((node) => run.value(node));
}

type Leaf = Node<"input"> | Node<"parameter">;

function found({ attributes: { name }, shape: declared }: Leaf, feeds: Numbers): Value {
  const tensor = Object.hasOwn(feeds, name) ? feeds[name] : undefined;
  if (tensor === undefined) throw new Error(`"${name}" is not fed, it needs ${formatShape(declared)}`);
  const { data, shape } = tensor;
  if (elementsOf(shape) !== data.length) {
    throw new Error(
      `"${name}" has ${data.length} values, not the ${elementsOf(shape)} of ${formatShape(shape)}`,
    );
  }
  return { data: Float64Array.from(Array.from(data, Number)), shape };
}

class Run {
  readonly #known: Map<Node, readonly Value[]>;
  readonly #bind: Bind;

  constructor(known: Map<Node, readonly Value[]>, bind: Bind) {
    this.#known = known;
    this.#bind = bind;
  }

  value(node: Node, place = 0): Value {
    const value = this.#known.get(node)?.[place];
    if (value === undefined) throw new Error(`"${node.op}" is used before it is computed`);
    return value;
  }

  /** Computes the nodes in order; loops keep every value that some node wants stacked. */
  compute(order: readonly Node[]): void {
    for (const node of order) {
      if (this.#known.has(node)) continue;
      this.#known.set(node, this.#results(node, order));
    }
  }

  #results(node: Node, order: readonly Node[]): readonly Value[] {
    if (isOp(node, "scan")) return this.#loop(node, order);
    const taken = takenBy(node, order);
    if (taken !== undefined) return [this.value(taken.source, taken.place)];
    if (isOp(node, "placeholder")) throw new Error("a value of a loop's body is used outside the loop");
    const inputs = node.inputs.map((input) => this.value(input));
    const kernel = kernels[node.op as PlainOp] as Kernel<OpName>;
    return [kernel(node, inputs, this.#bind)].flat();
  }

  /** Runs a loop; the results are the final state, then the stacks. */
  #loop(node: Node<"scan">, order: readonly Node[]): readonly Value[] {
    const { loop } = node.attributes;
    const wanted = stacksOf(node, order);
    const bodyOrder = bodyOf(loop, [...loop.next, ...wanted]);
    const length = this.#bind(loop.length);
    const sequences = sequencesOf(node).map((sequence) => this.value(sequence));
    let state = node.inputs.slice(0, loop.carries.length).map((initial) => this.value(initial));
    const stacks = wanted.map((value) => {
      const shape = [length, ...value.shape.map(this.#bind)];
      return { value, data: new Float64Array(elementsOf(shape)), shape };
    });
    for (let step = 0; step < length; step++) {
      const t = loop.reverse ? length - 1 - step : step;
      const known = new Map(this.#known);
      for (const [carry, value] of zip(loop.carries, state)) known.set(carry, [value]);
      for (const [stand, sequence] of zip(loop.steps, sequences)) known.set(stand, [elementOf(sequence, t)]);
      const run = new Run(known, this.#bind);
      run.compute(bodyOrder);
      state = loop.next.map((next) => run.value(next));
      for (const { value, data } of stacks) {
        const part = run.value(value).data;
        data.set(part, t * part.length);
      }
    }
    return [...state, ...stacks];
  }
}

function elementOf({ data, shape }: Value, index: number): Value {
  const rest = shape.slice(1);
  const size = elementsOf(rest);
  return { data: data.subarray(index * size, (index + 1) * size), shape: rest };
}
