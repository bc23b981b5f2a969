import fc from "fast-check";
import { expect, test } from "vitest";
import { fitView, nearestPoint, toScreen, zoomAt } from "./map-view.ts";

const number = fc.double({ min: -50, max: 50, noNaN: true });
const points = fc.array(fc.record({ x: number, y: number }), { minLength: 2, maxLength: 30 });
const size = { width: 800, height: 500 };

test("a square of side 10 fills the height, and up is up", () => {
  const view = fitView(
    [
      { x: 0, y: 0 },
      { x: 10, y: 10 },
    ],
    { width: 800, height: 500 },
    50,
  );
  // 400 px for 10 units: 40 px a unit; the middle of the square lies in the middle of the screen.
  expect(view.scale).toBe(40);
  expect(toScreen(view, { x: 5, y: 5 })).toEqual({ x: 400, y: 250 });
  expect(toScreen(view, { x: 0, y: 10 })).toEqual({ x: 200, y: 50 });
});

test("whatever the points, all are in sight", () => {
  fc.assert(
    fc.property(points, (list) => {
      const view = fitView(list, size);
      for (const point of list) {
        const { x, y } = toScreen(view, point);
        expect(x).toBeGreaterThanOrEqual(-1e-6);
        expect(x).toBeLessThanOrEqual(size.width + 1e-6);
        expect(y).toBeGreaterThanOrEqual(-1e-6);
        expect(y).toBeLessThanOrEqual(size.height + 1e-6);
      }
    }),
  );
});

test("zooming keeps what is under the mouse under the mouse", () => {
  const view = { scale: 3, left: 100, top: 200 };
  const at = toScreen(view, { x: 7, y: -4 });
  const after = toScreen(zoomAt(view, 1.7, at), { x: 7, y: -4 });
  expect(after.x).toBeCloseTo(at.x, 9);
  expect(after.y).toBeCloseTo(at.y, 9);
});

test("the nearest point is the one a search through all finds", () => {
  fc.assert(
    fc.property(points, fc.record({ x: fc.nat(800), y: fc.nat(500) }), (list, at) => {
      const view = fitView(list, size);
      const found = nearestPoint(list, view, at, 100);
      const far = list.map((point) => {
        const { x, y } = toScreen(view, point);
        return Math.hypot(x - at.x, y - at.y);
      });
      const least = Math.min(...far);
      if (found < 0) expect(least).toBeGreaterThan(100 - 1e-6);
      else expect(far[found]).toBeCloseTo(least, 6);
    }),
  );
});
