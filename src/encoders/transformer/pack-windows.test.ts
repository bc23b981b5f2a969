import fc from "fast-check";
import { expect, test } from "vitest";
import { dropoutPlaces } from "./layers/dropout-masks.ts";
import { feedAttention, feedPieces, layoutOf } from "./pack-windows.ts";
import type { TransformerSizes } from "./transformer-sizes.ts";

test("windows of 2, 3 and 1 pieces: the last shares a row with the first", () => {
  const batch = [
    { ids: Int32Array.of(10, 11, 12, 13, 14), windowLengths: [2, 3] },
    { ids: Int32Array.of(20), windowLengths: [1] },
  ];
  const layout = layoutOf(batch);
  // Rows: (12 13 14) and (10 11 | 20).
  expect(layout).toEqual({
    lengths: [2, 3, 1],
    pieces: 6,
    longest: 3,
    rows: 2,
    starts: Int32Array.of(3, 0, 5),
  });
  // Positions start again in each window, here from 2 as in RoBERTa.
  expect(feedPieces(batch, layout, 2)).toEqual({
    "encoder.ids": { data: BigInt64Array.of(10n, 11n, 12n, 13n, 14n, 20n), shape: [6] },
    "encoder.positions": { data: BigInt64Array.of(2n, 3n, 2n, 3n, 4n, 2n), shape: [6] },
  });
  const no = -1e9;
  expect(feedAttention(layout)).toEqual({
    "encoder.places": { data: BigInt64Array.of(2n, 3n, 4n, 0n, 1n, 5n), shape: [2, 3] },
    "encoder.tokens": { data: BigInt64Array.of(3n, 4n, 0n, 1n, 2n, 5n), shape: [6] },
    "encoder.bias": {
      data: Float32Array.of(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, no, 0, 0, no, no, no, 0),
      shape: [2, 1, 3, 3],
    },
  });
});

test("no two windows overlap, none crosses a row, and a long one costs the short ones no row each", () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 4 }), { maxLength: 30 }),
      (batch) => {
        const { lengths, pieces, longest, rows, starts } = layoutOf(
          batch.map((windowLengths) => ({ windowLengths })),
        );
        const taken = new Set<number>();
        lengths.forEach((length, window) => {
          const start = starts[window]!;
          expect(Math.floor(start / longest)).toBe(Math.floor((start + length - 1) / longest));
          for (let place = start; place < start + length; place++) taken.add(place);
        });
        expect(taken.size).toBe(pieces);
        for (const place of taken) expect(place).toBeLessThan(rows * longest);
        // At most one row can be half empty: two such would have been one.
        expect(rows).toBeLessThanOrEqual(Math.floor((2 * pieces) / Math.max(1, longest)) + 1);
      },
    ),
  );
  const short = Array.from({ length: 60 }, () => ({ windowLengths: [8] }));
  expect(layoutOf([{ windowLengths: [480] }, ...short]).rows).toBe(2);
});

test("dropout begins above the frozen layers", () => {
  const sizes: TransformerSizes = {
    vocabulary: 10,
    hidden: 8,
    embedding: 4,
    projection: true,
    layers: 2,
    heads: 2,
    inner: 16,
    positions: 8,
    firstPosition: 0,
    types: 0,
    activation: "gelu",
    epsilon: 1e-12,
    dropout: 0.1,
    attentionDropout: 0.2,
  };
  const names = (frozen: number | undefined) => dropoutPlaces(sizes, frozen).map(({ name }) => name);
  const layer = (index: number) => ["attention", "output", "down"].map((part) => `layer.${index}.${part}`);
  expect(names(undefined)).toEqual(["embeddings", ...layer(0), ...layer(1)]);
  expect(names(0)).toEqual([...layer(0), ...layer(1)]);
  expect(names(1)).toEqual(layer(1));
  expect(names(2)).toEqual([]);
  expect(dropoutPlaces({ ...sizes, dropout: 0 }, 1)).toEqual([
    { name: "layer.1.attention", rate: 0.2, kind: "attention", width: 2 },
  ]);
});
