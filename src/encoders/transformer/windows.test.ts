import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { planWindows } from "./windows.ts";

describe("by hand", () => {
  test("what fits is one window", () => {
    expect(planWindows([2, 1, 3], { room: 6, overlap: 2 })).toEqual({
      windows: [{ start: 0, end: 6 }],
      home: new Int32Array(6),
    });
    expect(planWindows([], { room: 6, overlap: 2 })).toEqual({
      windows: [{ start: 0, end: 0 }],
      home: new Int32Array(0),
    });
  });

  test("words of one piece, windows of 4 that share 2: each word is taken where it is farthest from an edge", () => {
    // Windows 0–3, 2–5, 4–7. Piece 2: one from the end of the first (edge distance 1), at the start of the second (0).
    // Piece 3: last of the first (0), second of the second (1). The sentence's own ends are no edges.
    const { windows, home } = planWindows([1, 1, 1, 1, 1, 1, 1, 1], { room: 4, overlap: 2 });
    expect(windows).toEqual([
      { start: 0, end: 4 },
      { start: 2, end: 6 },
      { start: 4, end: 8 },
    ]);
    expect([...home]).toEqual([0, 0, 0, 1, 1, 2, 2, 2]);
  });

  test("a word is not cut where it fits, so the overlap is what whole words give", () => {
    // 3 + 3 > 5, and 3 > overlap 2: no word can be shared.
    expect(planWindows([3, 3, 3], { room: 5, overlap: 2 }).windows).toEqual([
      { start: 0, end: 3 },
      { start: 3, end: 6 },
      { start: 6, end: 9 },
    ]);
  });

  test("a word longer than a window is cut into as few even parts as possible", () => {
    // 7 pieces in windows of 3 need 3 parts: 2, 2 and 3.
    const { windows, home } = planWindows([1, 7], { room: 3, overlap: 0 });
    expect(windows).toEqual([
      { start: 0, end: 3 },
      { start: 3, end: 5 },
      { start: 5, end: 8 },
    ]);
    expect([...home]).toEqual([0, 0, 0, 1, 1, 2, 2, 2]);
  });
});

const counts = fc.array(fc.nat(12), { maxLength: 60 });

test("every piece is in its home, no window is too long, and no other window has it farther inside", () => {
  fc.assert(
    fc.property(counts, fc.integer({ min: 1, max: 10 }), fc.nat(9), (words, room, overlap) => {
      fc.pre(overlap < room);
      const total = words.reduce((sum, count) => sum + count, 0);
      const { windows, home } = planWindows(words, { room, overlap });
      expect(home.length).toBe(total);
      for (const { start, end } of windows) expect(end - start).toBeLessThanOrEqual(room);
      windows.forEach(({ start, end }, i) => {
        const before = windows[i - 1];
        if (before !== undefined) {
          expect(start).toBeGreaterThan(before.start);
          expect(end).toBeGreaterThan(before.end);
          expect(before.end - start).toBeLessThanOrEqual(overlap);
        }
      });
      let at = 0;
      for (const count of words) {
        // A word that fits is whole in its home, and nowhere is the nearer edge farther away.
        if (count > 0 && count <= room) {
          const inside = windows.map(({ start, end }) => {
            if (at < start || at + count > end) return -1;
            const left = start === 0 ? Infinity : at - start;
            const right = end === total ? Infinity : end - at - count;
            return Math.min(left, right);
          });
          for (let piece = at; piece < at + count; piece++) expect(home[piece]).toBe(home[at]);
          expect(inside[home[at]!]).toBe(Math.max(...inside));
          expect(inside[home[at]!]).toBeGreaterThanOrEqual(0);
        }
        for (let piece = at; piece < at + count; piece++) {
          const { start, end } = windows[home[piece]!]!;
          expect(piece >= start && piece < end).toBe(true);
        }
        at += count;
      }
    }),
  );
});
