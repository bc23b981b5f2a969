/** A matrix as 8-bit integers and one scale per row: `w[i][j] ≈ scales[i] · values[i][j]`. */
interface QuantisedRows {
  readonly values: Int8Array;
  readonly scales: Float32Array;
}

/** What a file calls the scales of a matrix beside it. */
export const scaleOf = (name: string): string => `${name}.scale`;

/** The largest 8-bit integer that has a negative: −128 is not used, so that the grid is symmetric. */
const LARGEST = 127;

/**
 * Rounds a matrix to 8 bits, symmetrically and row by row: the largest number of a row becomes ±127. No number moves by
 * more than half a step, which is 1/254 of the largest in its row.
 *
 * @param values `[rows, columns]`
 */
export function quantiseRows(values: Float32Array, rows: number): QuantisedRows {
  const columns = rows === 0 ? 0 : values.length / rows;
  const rounded = new Int8Array(values.length);
  const scales = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    const start = row * columns;
    let largest = 0;
    for (let i = start; i < start + columns; i++) largest = Math.max(largest, Math.abs(values[i]!));
    // A row of zeros, or of numbers too small for a scale, is zeros at any scale.
    const scale = Math.fround(largest / LARGEST);
    scales[row] = scale === 0 ? 1 : scale;
    for (let i = start; i < start + columns; i++) {
      const steps = Math.round(values[i]! / scales[row]!);
      rounded[i] = Math.max(-LARGEST, Math.min(LARGEST, steps));
    }
  }
  return { values: rounded, scales };
}

/** The numbers that 8-bit rows stand for, into `target`. */
export function dequantiseRows({ values, scales }: QuantisedRows, target: Float32Array): void {
  const columns = values.length / scales.length;
  for (let i = 0; i < values.length; i++) target[i] = values[i]! * scales[Math.floor(i / columns)]!;
}
