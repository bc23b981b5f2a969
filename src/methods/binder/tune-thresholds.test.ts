import { expect, test } from "vitest";
import { sentence } from "../../../test/support/models/tiny-task.ts";
import { zip } from "../../entries.ts";
import { labelSet } from "../../models/index.ts";
import { tuneThresholds } from "./tune-thresholds.ts";

test("finds the threshold of each type over all batches, for spans and for first and last words", async () => {
  // Three words in the first batch, two in the second; spans of up to two words; rows are filled up to four.
  const batches = [
    [sentence("a b c", [[0, 2, "X"]])],
    [
      sentence("d e", [
        [1, 2, "X"],
        [0, 1, "Y"],
      ]),
    ],
  ];
  const spans = (values: readonly number[]) => ({ data: Float32Array.from(values), shape: [2, 4, 2] });
  const words = (values: readonly number[]) => ({ data: Float32Array.from(values), shape: [4, 2] });
  const outputs = [
    {
      // By width, then by word, then X and Y. What crosses the end or lies in empty rows (9) must not count.
      spans: spans([1, 0, 2, 0, 0, 0, 9, 9, 5, 0, 3, 0, 9, 9, 9, 9]),
      starts: words([4, 0, 1, 0, 0, 0, 9, 9]),
      ends: words([0, 0, 6, 0, 1, 0, 9, 9]),
    },
    {
      spans: spans([0, 1, 4, 0, 9, 9, 9, 9, 0, 3, 9, 9, 9, 9, 9, 9]),
      starts: words([0, 2, 3, 0, 9, 9, 9, 9]),
      ends: words([0, 2, 3, 3, 9, 9, 9, 9]),
    },
  ];
  const found = await tuneThresholds({
    labels: labelSet(["X", "Y"]),
    maxWidth: 2,
    objectives: ["start", "end", "span"],
    batches: zip(batches, outputs).map(([sentences, own]) => ({ sentences, outputs: async () => own })),
  });
  // X: its spans score 5 and 4, the best other 3: halfway is 3.5. Y: its span scores 1, another 3; taking both has F1 2/3,
  // the rest score 0, so the threshold is ½.
  expect([...found.get("span")!]).toEqual([3.5, 0.5]);
  // Starts of X at 4 and 3, the next at 1; of Y at 2, the next at 0.
  expect([...found.get("start")!]).toEqual([2, 1]);
  // Ends of X at 6 and 3, the next at 1; of Y at 2, with a wrong 3 above and 0 below.
  expect([...found.get("end")!]).toEqual([2, 1]);
});
