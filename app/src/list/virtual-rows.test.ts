import fc from "fast-check";
import { expect, test } from "vitest";
import { scrollTopFor, virtualRows } from "./virtual-rows.ts";

test("in the middle of 100,000 rows, those in sight and two on either side", () => {
  // 5,000 px / 50 px = row 100; 400 px show rows 100 to 107; two more on either side.
  expect(virtualRows({ total: 100_000, rowHeight: 50, scrollTop: 5000, viewport: 400, overscan: 2 })).toEqual(
    {
      first: 98,
      end: 110,
      top: 4900,
      height: 5_000_000,
    },
  );
});

test("a list that became shorter than where it was scrolled to shows its end", () => {
  // 10 rows are 500 px: with 400 px in sight the most one can scroll is 100 px, which is row 2.
  expect(virtualRows({ total: 10, rowHeight: 50, scrollTop: 90_000, viewport: 400, overscan: 0 })).toEqual({
    first: 2,
    end: 10,
    top: 100,
    height: 500,
  });
});

test("an empty list has no rows", () => {
  expect(virtualRows({ total: 0, rowHeight: 50, scrollTop: 70, viewport: 400, overscan: 3 })).toEqual({
    first: 0,
    end: 0,
    top: 0,
    height: 0,
  });
});

const geometry = fc.record({
  total: fc.integer({ min: 1, max: 200_000 }),
  rowHeight: fc.integer({ min: 10, max: 90 }),
  scrollTop: fc.double({ min: 0, max: 2e7, noNaN: true }),
  viewport: fc.integer({ min: 100, max: 2000 }),
  overscan: fc.nat(10),
});

test("all that is in sight is drawn, and no more than fits and twice the overscan", () => {
  fc.assert(
    fc.property(geometry, (list) => {
      const { first, end, top, height } = virtualRows(list);
      const seen = Math.max(0, Math.min(list.scrollTop, height - list.viewport));
      expect(top).toBeLessThanOrEqual(seen);
      expect(end * list.rowHeight).toBeGreaterThanOrEqual(Math.min(height, seen + list.viewport));
      expect(end - first).toBeLessThanOrEqual(
        Math.ceil(list.viewport / list.rowHeight) + 1 + 2 * list.overscan,
      );
    }),
  );
});

test("scrolling to a row brings it into sight whole, and not at all if it is", () => {
  fc.assert(
    fc.property(geometry, fc.nat(), (list, any) => {
      const row = any % list.total;
      const scrollTop = scrollTopFor(row, list);
      const top = row * list.rowHeight;
      expect(scrollTop).toBeLessThanOrEqual(top);
      expect(scrollTop + list.viewport).toBeGreaterThanOrEqual(top + list.rowHeight);
      expect(scrollTopFor(row, { ...list, scrollTop })).toBeCloseTo(scrollTop, 6);
    }),
  );
});
