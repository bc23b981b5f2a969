import { entryOf } from "../../entries.ts";
import type { Tensors } from "../dtype.ts";
import { isOp, type Node } from "../node.ts";
import { quantiseRows } from "../parameters/quantise.ts";
import { sizeAt } from "../shape.ts";
import { type Emitter, MICROSOFT } from "./emitter.ts";
import type { Fusions } from "./fusions.ts";

/** Weights that are written as 8-bit integers, and how what reads them is written. */
interface QuantisedWeights extends Fusions {
  /** They need not be written as float32. */
  readonly leaves: ReadonlySet<Node<"parameter">>;
}

/**
 * Finds the baked weights that can be 8-bit integers: matrices whose every use is a product `x·Wᵀ` or a look-up of rows,
 * outside loops.
 *
 * In a product, `x` is quantised too, when the graph runs: to 8 bits between its least and its largest number, over all
 * of its rows together. So results depend a little on what else is in a batch. In a look-up, rows become float32 again.
 */
export function findQuantised(
  order: readonly Node[],
  outputs: ReadonlySet<Node>,
  baked: Tensors,
  chosen: (name: string) => boolean,
): QuantisedWeights {
  const users = usersOf(order);
  const leaves = new Set<Node<"parameter">>();
  const absorbed = new Set<Node>();
  const written = new Map<Node, (emit: Emitter) => string>();
  for (const leaf of order) {
    if (!isOp(leaf, "parameter") || outputs.has(leaf)) continue;
    const { name } = leaf.attributes;
    if (leaf.shape.length !== 2 || !Object.hasOwn(baked, name) || !chosen(name)) continue;
    const uses = users.get(leaf) ?? [];
    const products = uses.filter((use) => isProduct(use, leaf));
    const lookUps = uses.filter((use) => isLookUp(use, leaf));
    if (uses.length === 0 || products.length + lookUps.length < uses.length) continue;
    leaves.add(leaf);
    const rows = lazily(() => quantiseRows(entryOf(baked, name).data as Float32Array, sizeAt(leaf.shape, 0)));
    for (const product of products) {
      const sum = sumOf(product, users.get(product) ?? [], outputs);
      if (sum !== undefined) absorbed.add(product);
      written.set(sum ?? product, (emit) => writeProduct(product, sum?.inputs[1], leaf, rows(), emit));
    }
    for (const lookUp of lookUps) written.set(lookUp, (emit) => writeLookUp(lookUp, leaf, rows(), emit));
  }
  return { leaves, absorbed, written };
}

type Rows = ReturnType<typeof quantiseRows>;

/** Each 8-bit tensor is written once per model and layout. */
function weightOf(leaf: Node<"parameter">, { values, scales }: Rows, transposed: boolean, emit: Emitter) {
  const { name } = leaf.attributes;
  const [rows, columns] = [sizeAt(leaf.shape, 0), sizeAt(leaf.shape, 1)];
  return {
    values: transposed
      ? emit.int8(`${name}.int8.transposed`, () => transpose(values, rows, columns), [columns, rows])
      : emit.int8(`${name}.int8`, () => values, [rows, columns]),
    scales: emit.float32(`${name}.scale`, () => scales, [rows]),
  };
}

/** `x·Wᵀ + bias` by whole numbers: ONNX Runtime's MatMulIntegerToFloat is MatMulInteger with scales and bias in one go. */
function writeProduct(
  product: Node<"matmul">,
  bias: Node | undefined,
  leaf: Node<"parameter">,
  rows: Rows,
  emit: Emitter,
): string {
  const [values, scale, zero] = emit.ops("DynamicQuantizeLinear", [emit.name(product.inputs[0])], 3);
  const weight = weightOf(leaf, rows, true, emit);
  const inputs = [values, weight.values, scale!, weight.scales, zero!];
  // The zero point of the weights, which is 0, is left out.
  if (bias !== undefined) inputs.push("", emit.name(bias));
  return emit.op("MatMulIntegerToFloat", inputs, {}, MICROSOFT);
}

/** Rows of a table: looked up as 8-bit integers, each with its scale. */
function writeLookUp(lookUp: Node<"gather">, leaf: Node<"parameter">, rows: Rows, emit: Emitter): string {
  const indices = emit.name(lookUp.inputs[1]);
  const weight = weightOf(leaf, rows, false, emit);
  const values = emit.op("Cast", [emit.op("Gather", [weight.values, indices])], { to: 1 });
  const scale = emit.op("Unsqueeze", [emit.op("Gather", [weight.scales, indices]), emit.int64s([-1])]);
  return emit.op("Mul", [values, scale]);
}

function isProduct(use: Node, leaf: Node): use is Node<"matmul"> {
  if (!isOp(use, "matmul")) return false;
  const { transposeA, transposeB, scale } = use.attributes;
  const [x, weight] = use.inputs;
  return weight === leaf && x !== leaf && x.shape.length === 2 && !transposeA && transposeB && scale === 1;
}

function isLookUp(use: Node, leaf: Node): use is Node<"gather"> {
  return isOp(use, "gather") && use.inputs[0] === leaf && use.attributes.axis === 0;
}

/** The sum with a bias that is all that becomes of a product. */
function sumOf(product: Node, uses: readonly Node[], outputs: ReadonlySet<Node>): Node<"add"> | undefined {
  const [sum, ...others] = uses;
  if (sum === undefined || others.length > 0 || outputs.has(product) || !isOp(sum, "add")) return undefined;
  const [left, bias] = sum.inputs;
  const isBias = isOp(bias, "parameter") && bias.shape.length === 1 && bias.shape[0] === product.shape[1];
  return left === product && isBias ? sum : undefined;
}

/** Those that read each node; the same one twice where it reads it twice. */
function usersOf(order: readonly Node[]): Map<Node, Node[]> {
  const users = new Map<Node, Node[]>();
  for (const node of order) {
    for (const input of node.inputs) {
      const known = users.get(input);
      if (known === undefined) users.set(input, [node]);
      else known.push(node);
    }
  }
  return users;
}

/** `[rows, columns]` as `[columns, rows]`. */
function transpose(values: Int8Array, rows: number, columns: number): Int8Array {
  const turned = new Int8Array(values.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++)
      turned[column * rows + row] = values[row * columns + column]!;
  }
  return turned;
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
