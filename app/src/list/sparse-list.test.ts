import fc from "fast-check";
import { expect, test } from "vitest";
import { SparseList } from "./sparse-list.ts";

test("fetching takes a page at least, and only where something is missing", () => {
  const items = Array.from({ length: 100 }, (_, i) => i);
  const list = new SparseList<number>(1000).with(300, items, 1000);
  expect(list.missing(310, 360, 100)).toBeUndefined();
  // Going down, from the first that is missing on; going up, to the last that is missing.
  expect(list.missing(390, 430, 100)).toEqual({ from: 400, count: 100 });
  expect(list.missing(280, 320, 100)).toEqual({ from: 200, count: 100 });
  expect(list.missing(20, 320, 100)).toEqual({ from: 20, count: 280 });
  expect(list.missing(450, 700, 100)).toEqual({ from: 450, count: 250 });
  expect(list.missing(980, 1200, 100)).toEqual({ from: 980, count: 20 });
});

test("after a removal what moved up is still known", () => {
  const items = Array.from({ length: 100 }, (_, i) => i);
  const list = new SparseList<number>(200).with(0, items, 200).remove(3);
  expect([list.total, list.at(2), list.at(3), list.at(98), list.at(99)]).toEqual([199, 2, 4, 99, undefined]);
  expect(list.missing(90, 100, 100)).toEqual({ from: 99, count: 100 });
});

test("removing and inserting are what an array does", () => {
  const step = fc.tuple(fc.constantFrom("remove", "insert", "replace"), fc.nat(), fc.nat());
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      let array = [10, 11, 12, 13, 14];
      let list = new SparseList<number>(5).with(0, array, 5);
      for (const [what, any, value] of steps) {
        const at = any % Math.max(1, array.length);
        if (what === "insert") {
          array = array.toSpliced(at, 0, value);
          list = list.insert(at, value);
        } else if (array.length === 0) continue;
        else if (what === "remove") {
          array = array.toSpliced(at, 1);
          list = list.remove(at);
        } else {
          array = array.with(at, value);
          list = list.replace(at, value);
        }
      }
      expect(list.total).toBe(array.length);
      expect(array.map((_, i) => list.at(i))).toEqual(array);
      if (array.length > 0) expect(list.at(list.find((value) => value === array[0]))).toBe(array[0]);
    }),
  );
});
