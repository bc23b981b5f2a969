import { UserError } from "../../errors.ts";
import {
  bfloat16ToFloat32,
  elementsOf,
  halfToFloat32,
  type OnnxDtype,
  type OnnxGraph,
  type OnnxNode,
  type OnnxTensor,
} from "../../graph/index.ts";

/** Numbers that a graph computes from nothing but its constants. */
export interface Weights {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

/** What stored whole numbers stand for: (number − zero point) · scale. */
interface Quantisation {
  /** Of the whole tensor, of each place along an axis, or of each block of such places. */
  readonly scale: Weights;
  readonly zeroPoint: Weights | undefined;
  readonly axis: number;
}

/** The constants of a graph as float32, whatever they are stored in and whichever operations undo that. */
export class OnnxConstants {
  readonly #tensors: ReadonlyMap<string, OnnxTensor>;
  readonly #producers = new Map<string, OnnxNode>();

  constructor({ tensors, nodes }: Pick<OnnxGraph, "tensors" | "nodes">) {
    this.#tensors = tensors;
    for (const node of nodes) for (const output of node.outputs) this.#producers.set(output, node);
  }

  /** The operation that computes a value; undefined for inputs and constants. */
  producer(value: string): OnnxNode | undefined {
    return this.#producers.get(value);
  }

  /** The sizes of a constant; undefined if the value is none. */
  shape(value: string | undefined): readonly number[] | undefined {
    if (value === undefined || value === "") return undefined;
    const tensor = this.#tensors.get(value);
    if (tensor !== undefined) return tensor.shape;
    const node = this.#passed(value);
    if (node === undefined) return undefined;
    const shape = this.shape(node.inputs[0]);
    return node.op === "Transpose" && shape !== undefined ? permuted(shape, node) : shape;
  }

  /** What a constant is stored in; undefined if the value is none. */
  dtype(value: string | undefined): OnnxDtype | undefined {
    return value === undefined ? undefined : this.#tensors.get(this.origin(value))?.dtype;
  }

  /** The name of the stored tensor that a constant is made from. */
  origin(value: string): string {
    const node = this.#tensors.has(value) ? undefined : this.#passed(value);
    return node === undefined ? value : this.origin(node.inputs[0] ?? "");
  }

  /** A constant as float32; undefined if the value is none. */
  floats(value: string | undefined): Weights | undefined {
    if (value === undefined || value === "") return undefined;
    const tensor = this.#tensors.get(value);
    if (tensor !== undefined) return { shape: tensor.shape, values: numbersOf(tensor) };
    const node = this.#passed(value);
    if (node === undefined) return undefined;
    const input = this.floats(node.inputs[0]);
    if (input === undefined) return undefined;
    if (node.op === "Transpose") return transposed(input, node);
    if (node.op !== "DequantizeLinear") return input;
    const scale = this.floats(node.inputs[1]);
    if (scale === undefined) return undefined;
    const axis = node.numbers.get("axis") ?? 1;
    return dequantised(input, { scale, zeroPoint: this.floats(node.inputs[2]), axis });
  }

  /** The operation behind a value if it only changes how a constant is stored. */
  #passed(value: string): OnnxNode | undefined {
    const node = this.#producers.get(value);
    return node !== undefined && passing.has(node.op) ? node : undefined;
  }
}

const passing: ReadonlySet<string> = new Set(["Identity", "Cast", "Transpose", "DequantizeLinear"]);

/** Undoes a quantisation. */
export function dequantised({ shape, values }: Weights, { scale, zeroPoint, axis }: Quantisation): Weights {
  const result = new Float32Array(values.length);
  const along = axis < 0 ? axis + shape.length : axis;
  const size = shape[along] ?? 1;
  const inner = elementsOf(shape.slice(along + 1));
  // Either one scale for all, or one per place of the axis, or (same rank) one per block of places.
  const isBlocked = scale.shape.length === shape.length && scale.shape.length > 1;
  const groups = isBlocked ? (scale.shape[along] ?? 1) : scale.values.length;
  const width = Math.ceil(size / groups);
  for (let i = 0; i < values.length; i++) {
    const place = Math.floor(i / inner) % size;
    const group = Math.floor(place / width);
    const at = !isBlocked
      ? groups === 1
        ? 0
        : group
      : (Math.floor(i / (inner * size)) * groups + group) * inner + (i % inner);
    const zero = zeroPoint?.values[zeroPoint.values.length === 1 ? 0 : at] ?? 0;
    result[i] = (values[i]! - zero) * scale.values[at]!;
  }
  return { shape, values: result };
}

/** Rows become columns: how `MatMul` wants a matrix, and how a model folder keeps it. */
export function flipped({ shape, values }: Weights): Weights {
  const [rows = 0, columns = 0] = shape;
  const result = new Float32Array(values.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      result[column * rows + row] = values[row * columns + column]!;
    }
  }
  return { shape: [columns, rows], values: result };
}

/** Some columns of a matrix. */
export function columnsOf({ shape, values }: Weights, from: number, count: number): Weights {
  const [rows = 0, columns = 0] = shape;
  const result = new Float32Array(rows * count);
  for (let row = 0; row < rows; row++) {
    const start = row * columns + from;
    result.set(values.subarray(start, start + count), row * count);
  }
  return { shape: [rows, count], values: result };
}

function permuted(shape: readonly number[], { lists }: OnnxNode): number[] {
  const order = lists.get("perm");
  return order === undefined || order.length === 0
    ? [...shape].reverse()
    : order.map((axis) => shape[axis] ?? 1);
}

function transposed(input: Weights, node: OnnxNode): Weights {
  if (input.shape.length !== 2) {
    throw new UserError(`the graph turns a constant of shape [${input.shape}] with "${node.name}"`);
  }
  return permuted([0, 1], node)[0] === 0 ? input : flipped(input);
}

/** The stored numbers as float32, exactly where float32 can hold them. */
function numbersOf(tensor: OnnxTensor): Float32Array {
  const { dtype, shape } = tensor;
  const count = elementsOf(shape);
  const stored = tensor.bytes();
  // A view needs an aligned start, which bytes inside a file need not have.
  const buffer = () => new Uint8Array(stored).buffer;
  const target = () => new Float32Array(count);
  switch (dtype) {
    case "float32":
      return new Float32Array(buffer());
    case "float64":
      return Float32Array.from(new Float64Array(buffer()));
    case "float16": {
      const values = target();
      halfToFloat32(new Uint16Array(buffer()), values);
      return values;
    }
    case "bfloat16": {
      const values = target();
      bfloat16ToFloat32(new Uint16Array(buffer()), values);
      return values;
    }
    case "int8":
      return Float32Array.from(new Int8Array(buffer()));
    case "uint8":
      return Float32Array.from(stored);
    case "int32":
      return Float32Array.from(new Int32Array(buffer()));
    case "int64":
      return Float32Array.from(new BigInt64Array(buffer()), Number);
    case "uint4":
      return target().map((_, i) => nibble(stored, i));
    case "int4":
      return target().map((_, i) => (nibble(stored, i) ^ 8) - 8);
    case undefined:
      throw new UserError(`the tensor "${tensor.name}" holds no numbers that weights are made of`);
  }
}

/** Two to a byte, the low half first. */
function nibble(bytes: Uint8Array, place: number): number {
  return (bytes[place >> 1]! >> (4 * (place & 1))) & 15;
}

/** The whole numbers of a tensor whose bytes hold `bits` each, the low bits first. */
export function unpackBits(bytes: ArrayLike<number>, bits: number, count: number): Float32Array {
  const perByte = 8 / bits;
  const mask = (1 << bits) - 1;
  return Float32Array.from(
    { length: count },
    (_, i) => (bytes[Math.floor(i / perByte)]! >> (bits * (i % perByte))) & mask,
  );
}
