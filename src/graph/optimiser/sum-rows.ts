import { LOW_HALF } from "../dtype.ts";
import { kernels } from "../kernels/kernels.ts";
import { wasmKernelsFor } from "../kernels/wasm-kernels.ts";

/** The table row of each row of the gradient, as it leaves the graph: rows may repeat. */
export type RowIndices = BigInt64Array | Int32Array;

/** Rows of a table, each once, in ascending order; valid until the next call with the same room. */
export interface SummedRows {
  readonly indices: Int32Array;
  /** `[indices, width]` */
  readonly values: Float32Array;
}

/** Memory that is kept from one step to the next. */
export interface RowRoom {
  /** The size of the table: for the sums, if every row comes up. */
  readonly sums: Float32Array;
  /** Where rows are laid beside the sums, some at a time, if these lie in a WebAssembly memory. */
  readonly spare: Float32Array;
  /** By row of the table; all 0 between calls. */
  places?: Int32Array;
  wanted?: Int32Array;
  unique?: Int32Array;
}

/** Rows laid beside the sums together: enough to forget the cost of a call, few enough to stay in the cache. */
const PART = 512;
/** Above this many rows of the table for each index, sorting the indices is faster than looking through the table. */
const SPARSE = 32;

/** Sums the rows of the same index in their order of occurrence, so that the sum has the same bits each time. */
export function sumRows(
  indices: RowIndices,
  rows: Float32Array,
  { width, tableRows, room }: { width: number; tableRows: number; room: RowRoom },
): SummedRows {
  if (rows.length !== indices.length * width) {
    throw new Error(`${rows.length} numbers are not ${indices.length} rows of ${width}`);
  }
  const wanted = wantedRows(indices, tableRows, room);
  const { unique, places } = placeRows(wanted, tableRows, room);
  for (let i = 0; i < wanted.length; i++) wanted[i] = places[wanted[i]!]! - 1;
  for (let i = 0; i < unique.length; i++) places[unique[i]!] = 0;
  const values = room.sums.subarray(0, unique.length * width).fill(0);
  addRows(values, rows, { places: wanted, width, spare: room.spare });
  return { indices: unique, values };
}

/** The indices as small numbers, all of them rows of the table. */
function wantedRows(indices: RowIndices, tableRows: number, room: RowRoom): Int32Array {
  const { length } = indices;
  if (room.wanted === undefined || room.wanted.length < length) room.wanted = new Int32Array(2 * length);
  const wanted = room.wanted.subarray(0, length);
  if (indices instanceof Int32Array) {
    wanted.set(indices);
  } else {
    // As halves, since making a bigint of each takes longer than all the rest.
    const halves = new Int32Array(indices.buffer, indices.byteOffset, 2 * length);
    const low = LOW_HALF;
    for (let i = 0; i < length; i++) wanted[i] = halves[2 * i + 1 - low] === 0 ? halves[2 * i + low]! : -1;
  }
  for (let i = 0; i < length; i++) {
    const row = wanted[i]!;
    if (row < 0 || row >= tableRows) {
      throw new Error(`row ${indices[i]} is not in a table of ${tableRows} rows`);
    }
  }
  return wanted;
}

/** The wanted rows, each once and in ascending order, and by row of the table the place of each among them, from 1. */
function placeRows(
  wanted: Int32Array,
  tableRows: number,
  room: RowRoom,
): { readonly unique: Int32Array; readonly places: Int32Array } {
  if (room.places === undefined || room.places.length < tableRows) room.places = new Int32Array(tableRows);
  if (room.unique === undefined || room.unique.length < wanted.length) {
    room.unique = new Int32Array(2 * wanted.length);
  }
  const { places, unique } = room;
  let count = 0;
  if (tableRows > SPARSE * wanted.length) {
    for (let i = 0; i < wanted.length; i++) {
      const row = wanted[i]!;
      if (places[row] !== 0) continue;
      places[row] = 1;
      unique[count++] = row;
    }
    unique.subarray(0, count).sort();
    for (let place = 0; place < count; place++) places[unique[place]!] = place + 1;
  } else {
    for (let i = 0; i < wanted.length; i++) places[wanted[i]!] = 1;
    for (let row = 0; row < tableRows; row++) {
      if (places[row] === 0) continue;
      unique[count++] = row;
      places[row] = count;
    }
  }
  return { unique: unique.subarray(0, count), places };
}

function addRows(
  sums: Float32Array,
  rows: Float32Array,
  { places, width, spare }: { places: Int32Array; width: number; spare: Float32Array },
): void {
  const part = Math.min(PART, Math.floor(spare.length / (width + 1)));
  if (part === 0 || spare.buffer !== sums.buffer || wasmKernelsFor(sums.buffer) === undefined) {
    kernels.addRows(sums, rows, places, width);
    return;
  }
  const { buffer, byteOffset } = spare;
  for (let start = 0; start < places.length; start += part) {
    const count = Math.min(part, places.length - start);
    const nearPlaces = new Int32Array(buffer, byteOffset, count);
    const nearRows = new Float32Array(buffer, byteOffset + nearPlaces.byteLength, count * width);
    nearPlaces.set(places.subarray(start, start + count));
    nearRows.set(rows.subarray(start * width, (start + count) * width));
    kernels.addRows(sums, nearRows, nearPlaces, width);
  }
}
