import fc from "fast-check";
import { expect, test } from "vitest";
import { RowPlaces } from "./row-places.ts";

test("rows of 10 pixels, of which the second is 5 higher", () => {
  const places = new RowPlaces(4, 10, [[1, 5]]);
  // 0 … 10 … 25 … 35 … 45
  expect([0, 1, 2, 3, 4].map((position) => places.top(position))).toEqual([0, 10, 25, 35, 45]);
  expect([-5, 0, 9, 10, 24, 25, 44, 900].map((distance) => places.at(distance))).toEqual([
    0, 0, 0, 1, 1, 2, 3, 3,
  ]);
  expect(places.between(12, 30)).toEqual([1, 3]);
  expect(new RowPlaces(0, 10, []).between(0, 100)).toEqual([0, 0]);
});

test("the rows between two places cover the stretch, and no row too many", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.array(fc.tuple(fc.integer({ min: 0, max: 59 }), fc.integer({ min: 0, max: 400 })), { maxLength: 6 }),
      fc.integer({ min: 0, max: 3000 }),
      fc.integer({ min: 0, max: 900 }),
      (count, opened, from, length) => {
        const extras = new Map(opened.filter(([position]) => position < count));
        const heights = Array.from({ length: count }, (_, i) => 20 + (extras.get(i) ?? 0));
        const tops = heights.map((_, i) => heights.slice(0, i).reduce((a, b) => a + b, 0));
        const [first, end] = new RowPlaces(count, 20, extras).between(from, from + length) as [
          number,
          number,
        ];
        const inSight = heights.flatMap((height, i) =>
          tops[i]! <= from + length && tops[i]! + height > from ? [i] : [],
        );
        // Below the end of the list, the last row is as near as it gets.
        const wanted = inSight.length > 0 ? inSight : [count - 1];
        expect(Array.from({ length: end - first }, (_, i) => first + i)).toEqual(wanted);
      },
    ),
  );
});
