import fc from "fast-check";
import { expect, test } from "vitest";
import { requestLength, splitRequest } from "./split-request.ts";

const request = (texts: string[]) => ({ texts, unit: "byte" as const, threshold: 0.5 });

test("four texts of 10 for two copies are two and two, with what else was asked for", () => {
  const texts = ["a", "b", "c", "d"].map((letter) => letter.repeat(10));
  expect(splitRequest(request(texts), 2, 10)).toEqual([request(texts.slice(0, 2)), request(texts.slice(2))]);
});

test("what is too short to be worth it stays whole", () => {
  // 40 units are worth one part of 21 only.
  const whole = request(["x".repeat(20), "y".repeat(20)]);
  expect(splitRequest(whole, 4, 21)).toEqual([whole]);
});

test("words count with the blank after them", () => {
  expect(requestLength({ tokens: [["ab", "c"], [], ["def"]] })).toBe(3 + 2 + 4);
});

test("parts put together are the whole, no more than asked for, and none is empty", () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.string({ minLength: 1 })), { minLength: 1 }),
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 30 }),
      (tokens, count, worth) => {
        const parts = splitRequest({ tokens, unit: "utf16" }, count, worth);
        expect(parts.flatMap((part) => part.tokens!)).toEqual(tokens);
        expect(parts.length).toBeLessThanOrEqual(count);
        for (const part of parts) expect(part.tokens!.length).toBeGreaterThan(0);
      },
    ),
  );
});
