import type { Tensors } from "../../graph/index.ts";
import { indexTensor } from "../../graph/index.ts";
import { type Prepared, totalWords } from "../encoder.ts";

/** Names of the inputs that lay packed rows out time-major, `[steps, sentences]`, for a loop over time. */
interface TimeMajor {
  /** `[steps × sentences]`: the row at each step of each sentence; −1 where there is none. */
  readonly places: string;
  /** `[steps, sentences]`: 1 where there is a row. */
  readonly present: string;
  /** `[rows]`: where each row stands in `steps × sentences`. */
  readonly back: string;
  /** `[sentences]`: the first and the last row of each sentence; the one after the last of all where it has none. */
  readonly first: string;
  readonly last: string;
}

/** Names that begin alike. */
export function timeMajor(start: string): TimeMajor {
  return {
    places: `${start}.places`,
    present: `${start}.present`,
    back: `${start}.back`,
    first: `${start}.first`,
    last: `${start}.last`,
  };
}

/** The words of a batch, for all that read words. */
export const TIME_MAJOR: TimeMajor = timeMajor("encoder.lanes");

/**
 * Lays the sentences of a batch out side by side, with at least one step and one column, since loops need one.
 *
 * @param batch the number of rows of each sentence; `names` says of what
 * @param multiple of which there are columns, the last ones empty: products round alike then, however many sentences
 *   there are
 */
export function feedTimeMajor(
  batch: readonly Pick<Prepared, "words">[],
  names: TimeMajor = TIME_MAJOR,
  multiple = 1,
): Tensors {
  const rows = totalWords(batch);
  const steps = batch.reduce((most, { words }) => Math.max(most, words), 1);
  const columns = multiple * Math.max(1, Math.ceil(batch.length / multiple));
  const places = new Int32Array(steps * columns).fill(-1);
  const present = new Float32Array(steps * columns);
  const back = new Int32Array(rows);
  const [first, last] = [new Int32Array(batch.length).fill(rows), new Int32Array(batch.length).fill(rows)];
  let row = 0;
  batch.forEach(({ words }, column) => {
    if (words > 0) [first[column], last[column]] = [row, row + words - 1];
    for (let step = 0; step < words; step++, row++) {
      const at = step * columns + column;
      places[at] = row;
      present[at] = 1;
      back[row] = at;
    }
  });
  return {
    [names.places]: indexTensor(places),
    [names.present]: { data: present, shape: [steps, columns] },
    [names.back]: indexTensor(back),
    [names.first]: indexTensor(first),
    [names.last]: indexTensor(last),
  };
}
