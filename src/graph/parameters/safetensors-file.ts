import { UserError } from "../../errors.ts";
import { bytesOf } from "../dtype.ts";
import { elementsOf } from "../shape.ts";
import { type ByteSource, bytesSource, fileSource } from "./byte-source.ts";
import { bfloat16ToFloat32, halfToFloat32 } from "./half-float.ts";
import { HeaderError, shown } from "./header-cursor.ts";
import { dequantiseRows, scaleOf } from "./quantise.ts";
import {
  LONGEST_HEADER,
  parseHeader,
  type SafetensorsHeader,
  type StoredDtype,
  type TensorEntry,
} from "./safetensors-header.ts";

/** The elements of a tensor; `F16` and `BF16` are the 16-bit patterns, `BOOL` is bytes 0 and 1. */
export interface TensorArrays {
  readonly F64: Float64Array;
  readonly F32: Float32Array;
  readonly F16: Uint16Array;
  readonly BF16: Uint16Array;
  readonly I64: BigInt64Array;
  readonly I32: Int32Array;
  readonly I16: Int16Array;
  readonly I8: Int8Array;
  readonly U8: Uint8Array;
  readonly BOOL: Uint8Array;
}

/** A tensor as a file holds it. */
export type StoredTensor = {
  readonly [D in StoredDtype]: {
    readonly dtype: D;
    readonly shape: readonly number[];
    readonly data: TensorArrays[D];
  };
}[StoredDtype];

/** Views on bytes in memory; safetensors is little-endian, like every machine Node runs on that we support. */
const views: { readonly [D in StoredDtype]: new (buffer: ArrayBuffer) => TensorArrays[D] } = {
  F64: Float64Array,
  F32: Float32Array,
  F16: Uint16Array,
  BF16: Uint16Array,
  I64: BigInt64Array,
  I32: Int32Array,
  I16: Int16Array,
  I8: Int8Array,
  U8: Uint8Array,
  BOOL: Uint8Array,
};

/** Bytes per read when converting; a multiple of every element size. */
const CHUNK = 1 << 20;

/**
 * An open safetensors file whose header has been checked. Tensors are read one at a time, so the
 * file may be larger than memory. Close it when done.
 */
export class SafetensorsFile {
  readonly metadata: ReadonlyMap<string, string>;
  /** In the order of their bytes. */
  readonly tensors: ReadonlyMap<string, TensorEntry>;
  readonly #source: ByteSource;
  /** Where the tensors' bytes begin. */
  readonly dataStart: number;

  private constructor(source: ByteSource, header: SafetensorsHeader, dataStart: number) {
    this.#source = source;
    this.dataStart = dataStart;
    this.metadata = header.metadata;
    this.tensors = header.tensors;
  }

  static async open(path: string): Promise<SafetensorsFile> {
    return SafetensorsFile.from(await fileSource(path));
  }

  /** The same over bytes in memory; `name` is for messages. */
  static async parse(bytes: Uint8Array, name: string): Promise<SafetensorsFile> {
    return SafetensorsFile.from(bytesSource(name, bytes));
  }

  /** Owns the source: it is closed with the file, or at once if the header is invalid. */
  static async from(source: ByteSource): Promise<SafetensorsFile> {
    try {
      const { header, dataStart } = await readHeader(source);
      return new SafetensorsFile(source, header, dataStart);
    } catch (cause) {
      await source.close();
      if (!(cause instanceof HeaderError)) throw cause;
      throw new UserError(`"${source.name}" is not a valid safetensors file: ${cause.message}`, { cause });
    }
  }

  /** One tensor in its stored dtype. */
  async read(name: string): Promise<StoredTensor> {
    const { dtype, shape, start, end } = this.#entry(name);
    const bytes = new Uint8Array(end - start);
    await this.#source.read(this.dataStart + start, bytes);
    return { dtype, shape, data: new views[dtype](bytes.buffer) } as StoredTensor;
  }

  /** Whether a tensor is 8-bit integers with a scale for each row, see `quantiseRows`. */
  isQuantised(name: string): boolean {
    const [values, scales] = [this.tensors.get(name), this.tensors.get(scaleOf(name))];
    return (
      values?.dtype === "I8" && scales?.dtype === "F32" && scales.shape.join() === String(values.shape[0])
    );
  }

  /**
   * One tensor of floating-point numbers as float32, straight into `target`. Exact but for F64, which is rounded; of
   * 8-bit rows, what they stand for.
   */
  async readFloat32(name: string, target: Float32Array): Promise<void> {
    const { dtype, shape, start, end } = this.#entry(name);
    if (elementsOf(shape) !== target.length) {
      throw new Error(
        `tensor ${shown(name)} has shape [${shape}], which does not fit ${target.length} numbers`,
      );
    }
    if (this.isQuantised(name)) {
      const [values, scales] = [await this.read(name), await this.read(scaleOf(name))];
      dequantiseRows({ values: values.data as Int8Array, scales: scales.data as Float32Array }, target);
      return;
    }
    if (dtype === "F32") return this.#source.read(this.dataStart + start, bytesOf(target));
    const convert = floatConverters[dtype];
    if (convert === undefined) {
      throw new UserError(
        `tensor ${shown(name)} of "${this.#source.name}" is ${dtype}, not floating-point numbers`,
      );
    }
    const elementBytes = (end - start) / target.length;
    for (let at = start; at < end; at += CHUNK) {
      const chunk = new Uint8Array(Math.min(CHUNK, end - at));
      await this.#source.read(this.dataStart + at, chunk);
      const first = (at - start) / elementBytes;
      convert(chunk.buffer, target.subarray(first, first + chunk.length / elementBytes));
    }
  }

  close(): Promise<void> {
    return this.#source.close();
  }

  #entry(name: string): TensorEntry {
    const entry = this.tensors.get(name);
    if (entry === undefined) throw new UserError(`"${this.#source.name}" has no tensor ${shown(name)}`);
    return entry;
  }
}

/** How stored numbers become float32, for the floating-point dtypes that are not. */
export const floatConverters: {
  readonly [D in StoredDtype]?: (bytes: ArrayBuffer, target: Float32Array) => void;
} = {
  F64: (bytes, target) => target.set(new Float64Array(bytes)),
  F16: (bytes, target) => halfToFloat32(new Uint16Array(bytes), target),
  BF16: (bytes, target) => bfloat16ToFloat32(new Uint16Array(bytes), target),
};

async function readHeader(source: ByteSource): Promise<{ header: SafetensorsHeader; dataStart: number }> {
  if (source.size < 8)
    throw new HeaderError(`it has ${source.size} bytes, fewer than the 8 of the header's length`);
  const prefix = new Uint8Array(8);
  await source.read(0, prefix);
  const length = new DataView(prefix.buffer).getBigUint64(0, true);
  if (length > LONGEST_HEADER) {
    throw new HeaderError(`its header would be ${length} bytes long; at most ${LONGEST_HEADER} are allowed`);
  }
  const dataStart = 8 + Number(length);
  if (dataStart > source.size) {
    throw new HeaderError(`its header would be ${length} bytes long, but only ${source.size - 8} follow`);
  }
  const bytes = new Uint8Array(Number(length));
  await source.read(8, bytes);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new HeaderError("its header is not valid UTF-8");
  }
  return { header: parseHeader(text, source.size - dataStart), dataStart };
}
