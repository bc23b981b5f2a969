import { HeaderCursor, HeaderError, shown } from "./header-cursor.ts";

/** The dtypes we read and write, with the bytes of each element. */
export const dtypeBytes = {
  F64: 8,
  F32: 4,
  F16: 2,
  BF16: 2,
  I64: 8,
  I32: 4,
  I16: 2,
  I8: 1,
  U8: 1,
  BOOL: 1,
} as const;

export type StoredDtype = keyof typeof dtypeBytes;

/** Where one tensor lies: bytes `[start, end)` of the data that follow the header. */
export interface TensorEntry {
  readonly dtype: StoredDtype;
  readonly shape: readonly number[];
  readonly start: number;
  readonly end: number;
}

export interface SafetensorsHeader {
  readonly metadata: ReadonlyMap<string, string>;
  /** In the order of their bytes. */
  readonly tensors: ReadonlyMap<string, TensorEntry>;
}

export const METADATA_KEY = "__metadata__";
export const LONGEST_HEADER = 100_000_000;
const MOST_TENSORS = 100_000;
const MOST_AXES = 64;

/**
 * Parses and validates the JSON header of a safetensors file whose data take `dataBytes`: each tensor's range must be
 * what its shape and dtype need, and together the ranges must cover the data once.
 */
export function parseHeader(text: string, dataBytes: number, mostTensors = MOST_TENSORS): SafetensorsHeader {
  if (text[0] !== "{") throw new HeaderError("its header does not start with {");
  const cursor = new HeaderCursor(text);
  const metadata = new Map<string, string>();
  const tensors: [string, TensorEntry][] = [];
  cursor.object("the header", (name) => {
    if (name === METADATA_KEY) {
      cursor.object(METADATA_KEY, (key) => {
        if (metadata.size === mostTensors) throw new HeaderError(`it has more than ${mostTensors} metadata`);
        metadata.set(key, cursor.string(`the text of ${METADATA_KEY} ${shown(key)}`));
      });
      return;
    }
    if (tensors.length === mostTensors) throw new HeaderError(`it has more than ${mostTensors} tensors`);
    tensors.push([name, readEntry(cursor, name)]);
  });
  cursor.end();
  tensors.sort(([, a], [, b]) => a.start - b.start || a.end - b.end);
  checkCover(tensors, dataBytes);
  return { metadata, tensors: new Map(tensors) };
}

function readEntry(cursor: HeaderCursor, name: string): TensorEntry {
  const what = `tensor ${shown(name)}`;
  let dtype: string | undefined;
  let shape: number[] | undefined;
  let offsets: number[] | undefined;
  cursor.object(what, (key) => {
    if (key === "dtype") dtype = cursor.string(`the dtype of ${what}`);
    else if (key === "shape") shape = cursor.wholeNumbers(`the shape of ${what}`, MOST_AXES);
    else if (key === "data_offsets") offsets = cursor.wholeNumbers(`the data_offsets of ${what}`, 2);
    else throw new HeaderError(`${what} has the unknown key ${shown(key)}`);
  });
  if (dtype === undefined) throw new HeaderError(`${what} has no dtype`);
  if (shape === undefined) throw new HeaderError(`${what} has no shape`);
  const [start, end] = offsets ?? [];
  if (start === undefined || end === undefined) throw new HeaderError(`${what} has no two data_offsets`);
  if (!isDtype(dtype)) {
    throw new HeaderError(
      `${what} has dtype ${shown(dtype)}; supported are ${Object.keys(dtypeBytes).join(", ")}`,
    );
  }
  const bytes = byteLength(shape, dtype);
  if (bytes === undefined) throw new HeaderError(`the shape of ${what} is too large`);
  if (start > end) throw new HeaderError(`${what} ends at byte ${end}, before its start ${start}`);
  if (end - start !== bytes) {
    throw new HeaderError(`${what} has ${end - start} bytes, but ${dtype} [${shape}] needs ${bytes}`);
  }
  return { dtype, shape, start, end };
}

/** `undefined` when a product on the way exceeds 2⁵³, even if a later axis is 0. */
export function byteLength(shape: readonly number[], dtype: StoredDtype): number | undefined {
  let bytes: number = dtypeBytes[dtype];
  for (const size of shape) {
    bytes *= size;
    if (bytes > Number.MAX_SAFE_INTEGER) return undefined;
  }
  return bytes;
}

function checkCover(sorted: readonly (readonly [string, TensorEntry])[], dataBytes: number): void {
  let covered = 0;
  for (const [name, { start, end }] of sorted) {
    if (start > covered) {
      throw new HeaderError(
        `bytes ${covered} to ${start}, before tensor ${shown(name)}, belong to no tensor`,
      );
    }
    if (start < covered) throw new HeaderError(`tensor ${shown(name)} overlaps the one before it`);
    covered = end;
  }
  if (covered > dataBytes) {
    throw new HeaderError(`its tensors need ${covered} bytes, but it has only ${dataBytes}: is it cut off?`);
  }
  if (covered < dataBytes) {
    throw new HeaderError(`bytes ${covered} to ${dataBytes}, at the end, belong to no tensor`);
  }
}

function isDtype(text: string): text is StoredDtype {
  return Object.hasOwn(dtypeBytes, text);
}
