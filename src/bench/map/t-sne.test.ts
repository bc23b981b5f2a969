import { describe, expect, test } from "vitest";
import { Random } from "../../random.ts";
import { neighbourChances } from "./neighbour-chances.ts";
import { tsne, tsneSlope } from "./t-sne.ts";

const square = (size: number, value: (i: number, j: number) => number) =>
  Float64Array.from({ length: size * size }, (_, k) => value(Math.floor(k / size), k % size));

describe("neighbourChances", () => {
  test("points that are all equally far are all equally near", () => {
    // 4 points, 12 ordered pairs.
    const chances = neighbourChances(
      square(4, (i, j) => (i === j ? 0 : 7)),
      4,
      3,
    );
    expect([...chances]).toEqual(
      [...square(4, (i, j) => (i === j ? 0 : 1 / 12))].map((p) => expect.closeTo(p, 9)),
    );
  });

  test("chances are the same both ways and add up to 1", () => {
    const random = new Random(3);
    const places = Array.from({ length: 30 }, () => random.normal() * 10);
    const distances = square(30, (i, j) => (places[i]! - places[j]!) ** 2);
    const chances = neighbourChances(distances, 30, 5);
    expect(chances.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 9);
    for (let i = 0; i < 30; i++) {
      for (let j = 0; j < 30; j++) expect(chances[i * 30 + j]).toBe(chances[j * 30 + i]);
    }
  });

  test("by hand: two near points and one far away, one neighbour each", () => {
    // With a perplexity of nearly 1 each point has its nearest only: 0 and 1 have each other, 2 has 1.
    // p_01 = (1 + 1) / 6, p_12 = (0 + 1) / 6, p_02 = 0.
    const line = [0, 1, 10];
    const chances = neighbourChances(
      square(3, (i, j) => (line[i]! - line[j]!) ** 2),
      3,
      1.0001,
    );
    expect(chances[1]).toBeCloseTo(1 / 3, 3);
    expect(chances[5]).toBeCloseTo(1 / 6, 3);
    expect(chances[2]).toBeCloseTo(0, 3);
  });
});

describe("tsneSlope", () => {
  /** Σ p log(p / q) */
  function divergence(chances: Float64Array, places: Float64Array): number {
    const count = places.length / 2;
    const near = square(count, (i, j) =>
      i === j
        ? 0
        : 1 / (1 + (places[2 * i]! - places[2 * j]!) ** 2 + (places[2 * i + 1]! - places[2 * j + 1]!) ** 2),
    );
    const sum = near.reduce((total, value) => total + value, 0);
    return chances.reduce((total, p, k) => (p > 0 ? total + p * Math.log(p / (near[k]! / sum)) : total), 0);
  }

  test("agrees with central differences", () => {
    const random = new Random(5);
    const vectors = Array.from({ length: 7 }, () => random.normal());
    const chances = neighbourChances(
      square(7, (i, j) => (vectors[i]! - vectors[j]!) ** 2),
      7,
      2,
    );
    const places = Float64Array.from({ length: 14 }, () => random.normal());
    const slope = tsneSlope(chances, places);
    for (let k = 0; k < 14; k++) {
      const moved = (by: number) =>
        divergence(
          chances,
          places.map((value, i) => (i === k ? value + by : value)),
        );
      expect(slope[k]).toBeCloseTo((moved(1e-5) - moved(-1e-5)) / 2e-5, 6);
    }
  });
});

describe("tsne", () => {
  /** Three clusters of 20 in ten dimensions, 8 standard deviations apart. */
  const clusters = (random: Random) =>
    Float64Array.from({ length: 600 }, (_, k) => (k % 10 === Math.floor(k / 200) ? 8 : 0) + random.normal());

  test("neighbours stay neighbours: the nearest point of each is of its own cluster", () => {
    const places = tsne(clusters(new Random(1)), 60, new Random(2));
    for (let i = 0; i < 60; i++) {
      const distances = Array.from({ length: 60 }, (_, j) =>
        j === i
          ? Infinity
          : Math.hypot(places[2 * i]! - places[2 * j]!, places[2 * i + 1]! - places[2 * j + 1]!),
      );
      const nearest = distances.indexOf(Math.min(...distances));
      expect(Math.floor(nearest / 20)).toBe(Math.floor(i / 20));
    }
  });

  test("the same generator gives the same map; few or equal points do no harm", () => {
    const vectors = clusters(new Random(1));
    expect(tsne(vectors, 60, new Random(2))).toEqual(tsne(vectors, 60, new Random(2)));
    for (const count of [0, 1, 3, 12]) {
      const places = tsne(new Float64Array(count * 5), count, new Random(1));
      expect(places).toHaveLength(2 * count);
      expect(places.every(Number.isFinite)).toBe(true);
    }
  });
});
