import { expect, test } from "vitest";
import { SpanBatch } from "./batch.ts";

const positives = (...spans: readonly (readonly [number, number, number])[]) => ({
  starts: Int32Array.from(spans, ([start]) => start),
  ends: Int32Array.from(spans, ([, end]) => end),
  classes: Int32Array.from(spans, ([, , label]) => label),
});

test("rows count on over the sentences of a batch; negatives are class 0 with their last word inclusive", () => {
  const batch = new SpanBatch();
  batch.add(4, positives([0, 1, 2], [3, 3, 1]), [{ start: 1, end: 4 }]);
  batch.add(0, positives(), []);
  batch.add(2, positives(), [{ start: 1, end: 2 }]);
  batch.add(3, positives([2, 2, 2]), []);
  // The third sentence begins at row 4, the last at row 6.
  expect([batch.starts, batch.ends, batch.classes]).toEqual([
    [0, 3, 1, 5, 8],
    [1, 3, 3, 5, 8],
    [2, 1, 0, 0, 2],
  ]);
  expect([batch.words, batch.count]).toEqual([9, 5]);
  expect(batch.labels()).toEqual({ data: BigInt64Array.of(2n, 1n, 0n, 0n, 2n), shape: [5] });
  expect(batch.known(3)).toEqual({ data: new Uint8Array(15).fill(1), shape: [5, 3] });
});

test("each span knows the classes of its own sentence", () => {
  const batch = new SpanBatch();
  batch.add(1, positives([0, 0, 1]), []);
  batch.add(2, positives([0, 0, 2]), [{ start: 0, end: 2 }], Uint8Array.of(1, 0, 1));
  batch.add(1, positives(), [{ start: 0, end: 1 }]);
  expect(batch.known(3).data).toEqual(Uint8Array.of(1, 1, 1, 1, 0, 1, 1, 0, 1, 1, 1, 1));
});

test("without spans there is nothing to feed", () => {
  const batch = new SpanBatch();
  batch.add(5, positives(), []);
  expect([batch.count, batch.words, batch.labels().shape]).toEqual([0, 5, [0]]);
});
