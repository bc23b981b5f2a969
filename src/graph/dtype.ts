import { entryOf } from "../entries.ts";

/** The element types the engine knows. Indices are int64 because that is what ONNX's indexing operators take. */
export type DType = "float32" | "int64" | "bool";

/** The array type of each dtype outside the graph, as ONNX Runtime takes and returns it. */
interface TypedArrays {
  float32: Float32Array;
  int64: BigInt64Array;
  bool: Uint8Array;
}

export type TypedArray = TypedArrays[DType];

/** A tensor outside the graph: an input or an output. */
export interface Tensor {
  readonly data: TypedArray;
  readonly shape: readonly number[];
}

/** Tensors by input or output name. */
export type Tensors = Readonly<Record<string, Tensor>>;

/** The numbers of one of them, which must be float32. */
export function floatsOf(tensors: Tensors, name: string): Float32Array {
  const { data } = entryOf(tensors, name);
  if (data instanceof Float32Array) return data;
  throw new Error(`"${name}" holds ${dtypeOf(data)}, not float32`);
}

/** The numbers of one of them, which must be int64. */
export function integersOf(tensors: Tensors, name: string): BigInt64Array {
  const { data } = entryOf(tensors, name);
  if (data instanceof BigInt64Array) return data;
  throw new Error(`"${name}" holds ${dtypeOf(data)}, not int64`);
}

/** Copies plain numbers into the array type that holds `dtype`. */
export function typedArray(dtype: DType, values: ArrayLike<number>): TypedArray {
  if (dtype === "float32") return Float32Array.from(values);
  if (dtype === "bool") return Uint8Array.from(values);
  return BigInt64Array.from(Array.from(values, (value) => BigInt(value)));
}

/** The dtype a typed array holds. */
export function dtypeOf(data: TypedArray): DType {
  if (data instanceof Float32Array) return "float32";
  if (data instanceof BigInt64Array) return "int64";
  return "bool";
}

/** The bytes of an array, in place. */
export function bytesOf(data: NodeJS.TypedArray): Uint8Array {
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

/** Which half of a 64-bit number in memory holds its low bits: the first on every machine that runs Node today. */
export const LOW_HALF = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 0 : 1;

/**
 * Integers of up to 31 bits as the int64 tensor that `gather` and the like take; −1 is allowed. Written as 32-bit
 * halves: a BigInt for each would cost more than the look-up.
 */
export function indexTensor(values: ArrayLike<number>, shape: readonly number[] = [values.length]): Tensor {
  const data = new BigInt64Array(values.length);
  const halves = new Int32Array(data.buffer);
  const low = LOW_HALF;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    halves[2 * i + low] = value;
    if (value < 0) halves[2 * i + 1 - low] = -1;
  }
  return { data, shape };
}
