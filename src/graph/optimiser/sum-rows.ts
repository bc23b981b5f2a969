/** Which row of a table each row of numbers belongs to, as it leaves the graph: rows may come up again. */
export type RowIndices = BigInt64Array | Int32Array;

/** Rows of a table, each once, in ascending order. */
export interface SummedRows {
  readonly indices: Int32Array;
  /** `[indices, width]`; valid until the next call with the same scratch. */
  readonly values: Float32Array;
}

/** Memory that is kept from one step to the next. */
export interface RowScratch {
  values: Float32Array;
  /** By row of the table; all 0 between calls. */
  places?: Int32Array;
}

/**
 * Adds up the rows that belong to the same row of the table, in the order in which they came, so
 * that the sum has the same bits each time.
 */
export function sumRows(
  indices: RowIndices,
  rows: Float32Array,
  { width, tableRows, scratch }: { width: number; tableRows: number; scratch: RowScratch },
): SummedRows {
  if (rows.length !== indices.length * width) {
    throw new Error(`${rows.length} numbers are not ${indices.length} rows of ${width}`);
  }
  const { length } = indices;
  const wanted = new Int32Array(length);
  if (scratch.places === undefined || scratch.places.length < tableRows)
    scratch.places = new Int32Array(tableRows);
  const { places } = scratch;
  let count = 0;
  for (let i = 0; i < length; i++) {
    const index = Number(indices[i]);
    if (!(index >= 0 && index < tableRows)) {
      for (let j = 0; j < i; j++) places[wanted[j]!] = 0;
      throw new Error(`row ${index} is not in a table of ${tableRows} rows`);
    }
    wanted[i] = index;
    if (places[index] === 0) {
      places[index] = 1;
      count++;
    }
  }
  const unique = new Int32Array(count);
  count = 0;
  for (let i = 0; i < length; i++) {
    if (places[wanted[i]!] !== 1) continue;
    places[wanted[i]!] = 2;
    unique[count++] = wanted[i]!;
  }
  unique.sort();
  for (let place = 0; place < count; place++) places[unique[place]!] = place;
  if (scratch.values.length < unique.length * width)
    scratch.values = new Float32Array(indices.length * width);
  const values = scratch.values.subarray(0, unique.length * width).fill(0);
  for (let i = 0; i < wanted.length; i++) {
    const to = places[wanted[i]!]! * width;
    const from = i * width;
    for (let k = 0; k < width; k++) values[to + k] = values[to + k]! + rows[from + k]!;
  }
  for (const row of unique) places[row] = 0;
  return { indices: unique, values };
}
