import type { Tensors } from "../../graph/index.ts";
import { indexTensor } from "../../graph/index.ts";
import type { Prepared } from "../encoder.ts";
/** Names of the inputs that lay packed words out side by side for a loop over time. */
export const LANES = {
  /** `[steps × lanes]`: the word at each step of each sentence; −1 where there is none. */
  places: "encoder.lanes.places",
  /** `[steps, lanes]`: 1 where there is a word. */
  present: "encoder.lanes.present",
  /** `[words]`: where each word stands in `steps × lanes`. */
  back: "encoder.lanes.back",
  /** `[sentences]`: the first and the last word of each sentence; the row after the last word where it has none. */
  first: "encoder.lanes.first",
  last: "encoder.lanes.last",
} as const;

/** Lays the sentences of a batch out as lanes, one for each. There is at least one step of one lane, so that loops have something to do. */
export function feedLanes(batch: readonly Prepared[]): Tensors {
  const rows = batch.reduce((sum, { words }) => sum + words, 0);
  const steps = batch.reduce((most, { words }) => Math.max(most, words), 1);
  const lanes = Math.max(1, batch.length);
  const places = new Int32Array(steps * lanes).fill(-1);
  const present = new Float32Array(steps * lanes);
  const back = new Int32Array(rows);
  const [first, last] = [new Int32Array(batch.length).fill(rows), new Int32Array(batch.length).fill(rows)];
  let row = 0;
  batch.forEach(({ words }, lane) => {
    if (words > 0) [first[lane], last[lane]] = [row, row + words - 1];
    for (let step = 0; step < words; step++, row++) {
      const at = step * lanes + lane;
      places[at] = row;
      present[at] = 1;
      back[row] = at;
    }
  });
  return {
    [LANES.places]: indexTensor(places),
    [LANES.present]: { data: present, shape: [steps, lanes] },
    [LANES.back]: indexTensor(back),
    [LANES.first]: indexTensor(first),
    [LANES.last]: indexTensor(last),
  };
}
