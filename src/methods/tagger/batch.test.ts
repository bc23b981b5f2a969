import { describe, expect, test } from "vitest";
import { feedTags } from "./batch.ts";
import { treatment } from "./tag-targets.ts";

const { exact, open, latent, ignored } = treatment;
const targets = (tags: number[], treatments: number[], free?: number[]) => ({
  tags: Int32Array.from(tags),
  treatments: Uint8Array.from(treatments),
  open: free === undefined ? undefined : Uint8Array.from(free),
});
const rows = (data: ArrayLike<number | bigint>, width: number) =>
  Array.from({ length: data.length / width }, (_, i) =>
    Array.from({ length: width }, (_, j) => Number(data[i * width + j])).join(""),
  );
const batch = [targets([1], [exact]), targets([0, 2, 0], [ignored, exact, ignored])];

describe("tags and ignored words", () => {
  test("sentences one below another", () => {
    const feeds = feedTags(batch, { tags: 3, padded: true, hasIgnored: true, hasLatent: false });
    expect(Object.keys(feeds)).toEqual(["tags.gold", "tags.ignored"]);
    expect(feeds["tags.gold"]!.shape).toEqual([2, 3]);
    expect(rows(feeds["tags.gold"]!.data, 3)).toEqual(["100", "020"]);
    expect(rows(feeds["tags.ignored"]!.data, 3)).toEqual(["000", "101"]);
  });

  test("all words in one row", () => {
    const feeds = feedTags(batch, { tags: 3, padded: false, hasIgnored: true, hasLatent: false });
    expect(feeds["tags.gold"]).toEqual({ data: BigInt64Array.of(1n, 0n, 2n, 0n), shape: [4] });
    expect(feeds["tags.ignored"]).toEqual({ data: Float32Array.of(0, 1, 0, 1), shape: [4] });
  });

  test("no input for what cannot occur", () => {
    expect(
      Object.keys(feedTags(batch, { tags: 3, padded: true, hasIgnored: false, hasLatent: false })),
    ).toEqual(["tags.gold"]);
  });
});

test("allowed tags: its own, those left open, or any; on padding all", () => {
  const sentences = [
    targets([0, 3, 0, 0], [open, exact, latent, exact], [0, 1, 0, 0]),
    // Of three ignored words in a row the last is bound to the word after it.
    targets([0, 0, 0, 2, 0], [ignored, ignored, ignored, exact, ignored]),
  ];
  const options = { tags: 4, hasIgnored: true, hasLatent: true };
  const padded = feedTags(sentences, { ...options, padded: true });
  expect(padded["tags.allowed"]!.shape).toEqual([2, 5, 4]);
  const expected = [...["1100", "0001", "1111", "1000", "1111"], ...["1111", "1111", "1000", "0010", "1000"]];
  expect(rows(padded["tags.allowed"]!.data as Uint8Array, 4)).toEqual(expected);
  const packed = feedTags(sentences, { ...options, padded: false });
  expect(packed["tags.allowed"]!.shape).toEqual([9, 4]);
  expect(rows(packed["tags.allowed"]!.data as Uint8Array, 4)).toEqual(expected.toSpliced(4, 1));
  expect(packed["tags.gold"]).toBeUndefined();
});
