import { expect, test } from "vitest";
import { dropoutPlaces } from "./dropout-masks.ts";
import { feedAttention, feedPieces, layoutOf } from "./pack-windows.ts";
import type { TransformerSizes } from "./sizes.ts";

test("windows of 2, 3 and 1 pieces: rows one after another, places in a rectangle of 3 × 3", () => {
  const batch = [
    { ids: Int32Array.of(10, 11, 12, 13, 14), windowLengths: [2, 3] },
    { ids: Int32Array.of(20), windowLengths: [1] },
  ];
  const layout = layoutOf(batch);
  expect(layout).toEqual({ lengths: [2, 3, 1], pieces: 6, windows: 3, longest: 3 });
  // Positions start again in each window, here from 2 as in RoBERTa.
  expect(feedPieces(batch, layout, 2)).toEqual({
    "encoder.ids": { data: BigInt64Array.of(10n, 11n, 12n, 13n, 14n, 20n), shape: [6] },
    "encoder.positions": { data: BigInt64Array.of(2n, 3n, 2n, 3n, 4n, 2n), shape: [6] },
  });
  expect(feedAttention(layout)).toEqual({
    "encoder.places": { data: BigInt64Array.of(0n, 1n, -1n, 2n, 3n, 4n, 5n, -1n, -1n), shape: [3, 3] },
    "encoder.tokens": { data: BigInt64Array.of(0n, 1n, 3n, 4n, 5n, 6n), shape: [6] },
    "encoder.bias": { data: Float32Array.of(0, 0, -1e9, 0, 0, 0, 0, -1e9, -1e9), shape: [3, 1, 1, 3] },
  });
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
