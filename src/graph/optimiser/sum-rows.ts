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
  const wanted = Int32Array.from(indices as ArrayLike<number | bigint>, Number);
  for (const index of wanted) {
    if (!(index >= 0 && index < tableRows))
      throw new Error(`row ${index} is not in a table of ${tableRows} rows`);
  }
  const unique = Int32Array.from(new Set(wanted)).sort();
  const placeOf = new Map<number, number>();
  for (let place = 0; place < unique.length; place++) placeOf.set(unique[place]!, place);
  if (scratch.values.length < unique.length * width)
    scratch.values = new Float32Array(indices.length * width);
  const values = scratch.values.subarray(0, unique.length * width).fill(0);
  for (let i = 0; i < wanted.length; i++) {
    const to = placeOf.get(wanted[i]!)! * width;
    const from = i * width;
    for (let k = 0; k < width; k++) values[to + k] = values[to + k]! + rows[from + k]!;
  }
  return { indices: unique, values };
}
