import { expect, test } from "vitest";
import { Random } from "../../random.ts";
import { nearestRows, type VectorRows } from "./evidence-neighbours.ts";

function rowsOf(rows: readonly (readonly number[])[]): VectorRows {
  return { values: Float32Array.from(rows.flat()), count: rows.length, width: rows[0]?.length ?? 0 };
}

test("the nearest by angle, not by length, by hand", async () => {
  const rows = rowsOf([
    [9, 0],
    [1, 1],
    [0, 0.1],
    [-1, 0],
  ]);
  const [found] = await nearestRows(rowsOf([[0, 5]]), rows, { most: 2 });
  expect(found!.map(({ entity }) => entity)).toEqual([2, 1]);
  // cos 0 and cos 45°
  expect(found![0]!.similarity).toBeCloseTo(1, 5);
  expect(found![1]!.similarity).toBeCloseTo(Math.SQRT1_2, 5);
});

test("equals sorting all pairs, in several blocks, with some that may not be given", async () => {
  const random = new Random(3);
  const draw = (count: number) =>
    Array.from({ length: count }, () => Array.from({ length: 6 }, () => random.normal()));
  const [vectors, rows] = [draw(150), draw(40)];
  const mayLink = (vector: number, row: number) => (vector + row) % 7 !== 0;
  const found = await nearestRows(rowsOf(vectors), rowsOf(rows), { mayLink });
  const cosine = (a: readonly number[], b: readonly number[]) => {
    const dot = (p: readonly number[], q: readonly number[]) => p.reduce((sum, x, i) => sum + x * q[i]!, 0);
    return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
  };
  vectors.forEach((vector, v) => {
    const wanted = rows
      .map((row, r) => ({ entity: r, similarity: cosine(vector, row) }))
      .filter(({ entity }) => mayLink(v, entity))
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, 3);
    expect(found[v]!.map(({ entity }) => entity)).toEqual(wanted.map(({ entity }) => entity));
    found[v]!.forEach(({ similarity }, i) => {
      expect(similarity).toBeCloseTo(wanted[i]!.similarity, 4);
    });
  });
});

test("zeros are like nothing, and fewer rows than wanted are all there are", async () => {
  const found = await nearestRows(
    rowsOf([
      [0, 0],
      [1, 0],
    ]),
    rowsOf([[1, 0]]),
  );
  expect(found).toEqual([[], [{ entity: 0, similarity: 1 }]]);
  expect(await nearestRows(rowsOf([[1, 2]]), rowsOf([]))).toEqual([[]]);
});
