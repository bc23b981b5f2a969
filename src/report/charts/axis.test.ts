import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { layAxis } from "./axis.ts";
import { spread } from "./legend.ts";
import { isDrawable } from "./point.ts";

const written = (axis: ReturnType<typeof layAxis>) => axis.ticks.map((tick) => axis.format(tick));

describe("layAxis", () => {
  test("ticks are 1, 2 or 5 times a power of ten apart", () => {
    // 97 / 6 ticks is 16.2 apart; the next larger step is 20, and the axis ends at ticks.
    const axis = layAxis([3, 100], { nice: true });
    expect(axis.domain).toEqual([0, 100]);
    expect(written(axis)).toEqual(["0", "20", "40", "60", "80", "100"]);
  });

  test("without nice, it ends where the numbers do", () => {
    const axis = layAxis([1, 20], { whole: true, count: 8 });
    expect(axis.domain).toEqual([1, 20]);
    expect(written(axis)).toEqual(["5", "10", "15", "20"]);
  });

  test("whole ticks for three epochs, and for one", () => {
    expect(written(layAxis([1, 2, 3], { whole: true }))).toEqual(["1", "2", "3"]);
    const one = layAxis([1], { whole: true });
    expect(one.domain).toEqual([0.5, 1.5]);
    expect(written(one)).toEqual(["1"]);
  });

  test("as many decimals as the steps need", () => {
    expect(written(layAxis([0, 0.012], { nice: true }))).toEqual([
      "0.000",
      "0.002",
      "0.004",
      "0.006",
      "0.008",
      "0.010",
      "0.012",
    ]);
    expect(written(layAxis([-1, 1], { nice: true }))).toEqual(["−1.0", "−0.5", "0.0", "0.5", "1.0"]);
  });

  test("a domain is reached at least", () => {
    expect(layAxis([30, 40], { domain: [0, 0] }).domain).toEqual([0, 40]);
  });

  test("whatever the numbers, the axis has a length, contains them, and has few ticks that are numbers", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double().filter(isDrawable), { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        fc.boolean(),
        (values, whole, nice) => {
          const { domain, ticks, format } = layAxis(values, { whole, nice });
          const [low, high] = domain;
          const room = (high - low) * 1e-6;
          expect(high - low).toBeGreaterThan(0);
          expect(Math.min(...values)).toBeGreaterThanOrEqual(low - room);
          expect(Math.max(...values)).toBeLessThanOrEqual(high + room);
          expect(ticks.length).toBeLessThanOrEqual(12);
          expect(ticks.every(Number.isFinite)).toBe(true);
          expect(ticks.map(format).join()).not.toMatch(/NaN|undefined|Infinity|–/);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe("spread", () => {
  test("moves only what is too near", () => {
    // 100 and 104 need 16 between them: the later one gives way.
    expect(spread([100, 200, 104], 16, 0, 300)).toEqual([100, 200, 116]);
    // At the lower end there is no room to give way, so the others move up.
    expect(spread([299, 300], 16, 0, 300)).toEqual([284, 300]);
  });

  test("keeps the order, the gap and the room, if there is enough of it", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -50, max: 350 }), { maxLength: 12 }), (wanted) => {
        const places = spread(wanted, 16, 0, 300);
        const sorted = [...places].sort((a, b) => a - b);
        for (let i = 1; i < sorted.length; i++)
          expect(sorted[i]! - sorted[i - 1]!).toBeGreaterThanOrEqual(16);
        for (const place of places) {
          expect(place).toBeGreaterThanOrEqual(0);
          expect(place).toBeLessThanOrEqual(300);
        }
        wanted.forEach((a, i) => {
          wanted.forEach((b, j) => {
            if (a < b) expect(places[i]!).toBeLessThan(places[j]!);
          });
        });
      }),
    );
  });
});

test("fixed ticks stand where they lie on the axis, with their own words", () => {
  const fixed = [
    { value: 0, text: "none" },
    { value: 5, text: "five" },
    { value: 50, text: "far" },
  ];
  const { domain, ticks, format } = layAxis([1, 9], { domain: [0, 8], fixed });
  expect(domain).toEqual([0, 9]);
  expect(ticks.map(format)).toEqual(["none", "five"]);
});
