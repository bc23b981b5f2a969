import { expect, test } from "vitest";
import { floatsOf, indexTensor, integersOf } from "./dtype.ts";

test("numbers become the same 64-bit integers", () => {
  expect(indexTensor([0, -1, 70_000, 2 ** 31 - 1])).toEqual({
    data: BigInt64Array.of(0n, -1n, 70_000n, 2147483647n),
    shape: [4],
  });
  expect(indexTensor(Int32Array.of(3, 4), [2, 1])).toEqual({ data: BigInt64Array.of(3n, 4n), shape: [2, 1] });
});

test("tensors are found by name and type, or it is said what there is instead", () => {
  const tensors = {
    scores: { data: Float32Array.of(1, 2), shape: [2] },
    places: { data: BigInt64Array.of(3n), shape: [1] },
  };
  expect(floatsOf(tensors, "scores")).toBe(tensors.scores.data);
  expect(integersOf(tensors, "places")).toBe(tensors.places.data);
  expect(() => floatsOf(tensors, "score")).toThrow('there is no "score", only scores, places');
  expect(() => floatsOf(tensors, "places")).toThrow('"places" holds int64, not float32');
  expect(() => integersOf(tensors, "scores")).toThrow('"scores" holds float32, not int64');
});
