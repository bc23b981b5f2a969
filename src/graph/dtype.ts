/** The element types the engine knows. Indices are int64 because that is what ONNX's indexing operators take. */
export type DType = "float32" | "int64" | "bool";

/** What a tensor of each type looks like outside the graph, as ONNX Runtime takes and gives it. */
export interface TypedArrays {
  float32: Float32Array;
  int64: BigInt64Array;
  bool: Uint8Array;
}

export type TypedArray = TypedArrays[DType];

/** A tensor outside the graph: what is fed in and what comes out. */
export interface Tensor {
  readonly data: TypedArray;
  readonly shape: readonly number[];
}

/** Tensors by input or output name. */
export type Tensors = Readonly<Record<string, Tensor>>;

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
