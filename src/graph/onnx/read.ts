import { closeSync, openSync, readSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { messageOf, UserError } from "../../errors.ts";
import { elementsOf } from "../shape.ts";
import { decodeModel, type ReadNodeProto, type ReadTensorProto } from "./proto.ts";

/** The element types of ONNX that weights come in, with their bits. */
const elementTypes = {
  1: { dtype: "float32", bits: 32 },
  2: { dtype: "uint8", bits: 8 },
  3: { dtype: "int8", bits: 8 },
  6: { dtype: "int32", bits: 32 },
  7: { dtype: "int64", bits: 64 },
  10: { dtype: "float16", bits: 16 },
  11: { dtype: "float64", bits: 64 },
  16: { dtype: "bfloat16", bits: 16 },
  21: { dtype: "uint4", bits: 4 },
  22: { dtype: "int4", bits: 4 },
} as const;

export type OnnxDtype = (typeof elementTypes)[keyof typeof elementTypes]["dtype"];

/** A constant of a model file. */
export interface OnnxTensor {
  readonly name: string;
  /** Undefined for types that weights do not come in, such as texts. */
  readonly dtype: OnnxDtype | undefined;
  readonly shape: readonly number[];
  /** Its elements as they are stored, little-endian. Read when asked for. */
  bytes(): Uint8Array;
}

/** One operation of a model file. */
export interface OnnxNode {
  readonly name: string;
  /** `MatMul`; with its domain where that is not ONNX's own: `com.microsoft.Attention`. */
  readonly op: string;
  /** `""` stands for an optional input that is not given. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly numbers: ReadonlyMap<string, number>;
  readonly lists: ReadonlyMap<string, readonly number[]>;
}

/** A model file that somebody else wrote: its operations in their order, and its constants by name. */
export interface OnnxGraph {
  readonly nodes: readonly OnnxNode[];
  readonly tensors: ReadonlyMap<string, OnnxTensor>;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** Names of the files beside it that hold some of the tensors. */
  readonly dataFiles: readonly string[];
}

/** Protobuf holds no more in one message. */
const LARGEST = 2 ** 31 - 1;

/** The bytes of an ONNX file; those that cannot be one are refused before they are read. */
export async function readOnnxBytes(path: string): Promise<Uint8Array> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile()) throw new UserError(`cannot read "${path}": there is no such file`);
  if (found.size > LARGEST) {
    throw new UserError(`"${path}" is not an ONNX file: it has ${found.size} bytes, and 2 GB are the most`);
  }
  return readFile(path);
}

/**
 * Reads what an ONNX file says, without running it.
 *
 * @param path where the bytes come from: for messages, and for the files beside it that hold its tensors
 */
export function readOnnx(bytes: Uint8Array, path: string): OnnxGraph {
  const { graph } = decoded(bytes, path);
  if (!graph || graph.node.length === 0) {
    throw new UserError(`"${path}" is not an ONNX model: it holds no operations`, {
      hint: pointerHint(bytes),
    });
  }
  const tensors = new Map<string, OnnxTensor>();
  const dataFiles = new Set<string>();
  const add = (name: string, proto: ReadTensorProto) =>
    tensors.set(name, tensorOf(name, proto, path, dataFiles));
  for (const proto of graph.initializer) add(proto.name, proto);
  const nodes: OnnxNode[] = [];
  for (const proto of graph.node) {
    const value = proto.opType === "Constant" ? proto.attribute.find(({ t }) => t)?.t : undefined;
    const output = proto.output[0];
    if (value && output !== undefined) add(output, value);
    else nodes.push(nodeOf(proto));
  }
  return {
    nodes,
    tensors,
    inputs: graph.input.map(({ name }) => name).filter((name) => !tensors.has(name)),
    outputs: graph.output.map(({ name }) => name),
    dataFiles: [...dataFiles],
  };
}

function decoded(bytes: Uint8Array, path: string): ReturnType<typeof decodeModel> {
  try {
    return decodeModel(bytes);
  } catch (cause) {
    throw new UserError(
      `"${path}" is not an ONNX file, or not all of one: ${messageOf(cause).split("\n")[0]}`,
      {
        hint: pointerHint(bytes),
        cause,
      },
    );
  }
}

function pointerHint(bytes: Uint8Array): string {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 40));
  return start.startsWith("version https://git-lfs")
    ? "it is a Git LFS pointer, not the model: fetch the file itself"
    : "was it downloaded or copied in full?";
}

function nodeOf({ name, opType, domain, input, output, attribute }: ReadNodeProto): OnnxNode {
  const isOwn = domain === "" || domain === "ai.onnx";
  return {
    name,
    op: isOwn ? opType : `${domain}.${opType}`,
    inputs: input,
    outputs: output,
    numbers: new Map(attribute.map((one) => [one.name, one.i || one.f])),
    lists: new Map(attribute.map((one) => [one.name, one.ints])),
  };
}

function tensorOf(name: string, proto: ReadTensorProto, path: string, dataFiles: Set<string>): OnnxTensor {
  const shape = proto.dims;
  const type = Object.entries(elementTypes).find(([id]) => Number(id) === proto.dataType)?.[1];
  const fail = (why: string): never => {
    throw new UserError(`"${path}" is damaged: the tensor "${name.slice(0, 200)}" ${why}`);
  };
  if (!shape.every((size) => Number.isSafeInteger(size) && size >= 0)) fail(`has the shape [${shape}]`);
  const length = type === undefined ? 0 : Math.ceil((elementsOf(shape) * type.bits) / 8);
  const external = proto.dataLocation === 1 ? externalPlace(proto, fail) : undefined;
  if (external !== undefined) dataFiles.add(external.file);
  return {
    name,
    dtype: type?.dtype,
    shape,
    bytes() {
      if (type === undefined) return fail(`has the type ${proto.dataType}, which weights do not have`);
      const stored =
        external === undefined
          ? inlineBytes(proto, type.bits)
          : readPart(join(dirname(path), external.file), external.offset, length);
      if (stored.length !== length) fail(`has ${stored.length} bytes, not ${length}`);
      return stored;
    },
  };
}

/** The numbers of a tensor: raw, or one by one in a field for their kind. */
function inlineBytes(
  { rawData, floatData, int32Data, int64Data }: ReadTensorProto,
  bits: number,
): Uint8Array {
  if (rawData.length > 0) return rawData;
  if (floatData.length > 0) return new Uint8Array(Float32Array.from(floatData).buffer);
  if (int64Data.length > 0) return new Uint8Array(BigInt64Array.from(int64Data, BigInt).buffer);
  if (bits <= 8) return Uint8Array.from(int32Data);
  if (bits === 16) return new Uint8Array(Uint16Array.from(int32Data).buffer);
  return new Uint8Array(Int32Array.from(int32Data).buffer);
}

/** Where a tensor's numbers are: in the model's own folder, or nowhere. */
function externalPlace(
  { externalData }: ReadTensorProto,
  fail: (why: string) => never,
): { readonly file: string; readonly offset: number } {
  const entries = new Map(externalData.map(({ key, value }) => [key, value]));
  const file = entries.get("location") ?? "";
  const offset = Number(entries.get("offset") ?? 0);
  const parts = file.split("/");
  if (/[\\:\0]/.test(file) || parts.some((part) => part === "" || part === "." || part === "..")) {
    fail(`is kept in "${file.slice(0, 200)}", which is not a file in the model's folder`);
  }
  if (!Number.isSafeInteger(offset) || offset < 0)
    fail(`begins at byte ${String(entries.get("offset")).slice(0, 40)}`);
  return { file, offset };
}

function readPart(path: string, offset: number, length: number): Uint8Array {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile())
    throw new UserError(`cannot read "${path}": there is no such file, and it holds weights`);
  if (offset + length > found.size) {
    throw new UserError(`"${path}" is too short: a tensor ends at byte ${offset + length} of ${found.size}`, {
      hint: "was it downloaded or copied in full?",
    });
  }
  const bytes = new Uint8Array(length);
  const handle = openSync(path, "r");
  try {
    for (let done = 0; done < length; ) {
      const read = readSync(handle, bytes, done, Math.min(1 << 26, length - done), offset + done);
      if (read === 0) throw new UserError(`cannot read "${path}": it became shorter while being read`);
      done += read;
    }
  } finally {
    closeSync(handle);
  }
  return bytes;
}
