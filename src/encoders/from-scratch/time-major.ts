import type { Tensors } from "../../graph/index.ts";
import { indexTensor } from "../../graph/index.ts";
import { type Prepared, totalWords } from "../encoder.ts";

/** Names of the inputs that lay packed words out time-major, `[steps, sentences]`, for a loop over time. */
export const TIME_MAJOR = {
  /** `[steps × sentences]`: the word at each step of each sentence; −1 where there is none. */
  places: "encoder.lanes.places",
  /** `[steps, sentences]`: 1 where there is a word. */
  present: "encoder.lanes.present",
  /** `[words]`: where each word stands in `steps × sentences`. */
  back: "encoder.lanes.back",
  /** `[sentences]`: the first and the last word of each sentence; the row after the last word where it has none. */
  first: "encoder.lanes.first",
  last: "encoder.lanes.last",
} as const;

/** Lays the sentences of a batch out side by side, with at least one step and one column, since loops need one. */
export function feedTimeMajor(batch: readonly Prepared[]): Tensors {
  const rows = totalWords(batch);
  const steps = batch.reduce((most, { words }) => Math.max(most, words), 1);
  const columns = Math.max(1, batch.length);
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
    [TIME_MAJOR.places]: indexTensor(places),
    [TIME_MAJOR.present]: { data: present, shape: [steps, columns] },
    [TIME_MAJOR.back]: indexTensor(back),
    [TIME_MAJOR.first]: indexTensor(first),
    [TIME_MAJOR.last]: indexTensor(last),
  };
}
