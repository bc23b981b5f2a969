import { bindDim } from "../dimension.ts";
import { isOp, type Node, type OpName, topological } from "../node.ts";
import { bindSizes } from "../runtime/bind-sizes.ts";
import { bodyOf, stacksOf } from "../scan.ts";
import { elementsOf, formatShape } from "../shape.ts";
import { type Bind, type HandledOp, type Kernel, kernels } from "./operations.ts";
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
  return { data: Float64Array.from(data as ArrayLike<number>, Number), shape };
}

class Run {
  readonly #known: Map<Node, readonly Value[]>;
  readonly #bind: Bind;

  constructor(known: Map<Node, readonly Value[]>, bind: Bind) {
    this.#known = known;
    this.#bind = bind;
  }

  value(node: Node): Value {
    return this.#known.get(node)![0]!;
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
    const inputs = node.inputs.map((input) => this.value(input));
    if (isOp(node, "pick") || isOp(node, "scanFinal"))
      return [this.#known.get(node.inputs[0]!)![node.attributes.index]!];
    if (isOp(node, "scanStack")) {
      const [loop] = node.inputs as [Node<"scan">];
      const position = stacksOf(loop, order).indexOf(node.attributes.value);
      return [this.#known.get(loop)![loop.attributes.loop.carries.length + position]!];
    }
    if (isOp(node, "placeholder")) throw new Error("a value of a loop's body is used outside the loop");
    const op = node.op as Exclude<OpName, HandledOp>;
    return [(kernels[op] as Kernel<OpName>)(node, inputs, this.#bind)].flat();
  }

  /** Runs a loop; the results are the final state, then the stacks. */
  #loop(node: Node<"scan">, order: readonly Node[]): readonly Value[] {
    const { loop } = node.attributes;
    const wanted = stacksOf(node, order);
    const bodyOrder = bodyOf(loop, [...loop.next, ...wanted]);
    const length = this.#bind(loop.length);
    const sequences = loop.steps.map((_, i) => this.value(node.inputs[loop.carries.length + i]!));
    let state = loop.carries.map((_, i) => this.value(node.inputs[i]!));
    const stacks = wanted.map((): Float64Array[] => []);
    for (let step = 0; step < length; step++) {
      const t = loop.reverse ? length - 1 - step : step;
      const known = new Map(this.#known);
      for (const [i, carry] of loop.carries.entries()) known.set(carry, [state[i]!]);
      for (const [i, stand] of loop.steps.entries()) known.set(stand, [elementOf(sequences[i]!, t)]);
      const run = new Run(known, this.#bind);
      run.compute(bodyOrder);
      state = loop.next.map((next) => run.value(next));
      wanted.forEach((value, i) => {
        stacks[i]![t] = run.value(value).data;
      });
    }
    const stackValues = wanted.map((value, i): Value => {
      const shape = [length, ...value.shape.map(this.#bind)];
      const data = new Float64Array(elementsOf(shape));
      stacks[i]!.forEach((part, t) => {
        data.set(part, t * part.length);
      });
      return { data, shape };
    });
    return [...state, ...stackValues];
  }
}

function elementOf({ data, shape }: Value, index: number): Value {
  const rest = shape.slice(1);
  const size = elementsOf(rest);
  return { data: data.subarray(index * size, (index + 1) * size), shape: rest };
}
