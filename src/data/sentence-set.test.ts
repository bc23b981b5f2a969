import fc from "fast-check";
import { expect, test } from "vitest";
import { SentenceSet } from "./sentence-set.ts";

const words = (text: string) => ({ tokens: text.split(" ") });

test("knows a sentence by its text, wherever its words are cut", () => {
  const set = SentenceSet.of([words("Ann Lee left ."), words("Zu\u0308rich"), words("Ann Lee left .")]);
  expect(set.size).toBe(2);
  expect(set.has(words("Ann Lee left."))).toBe(true);
  expect(set.has(words("Z\u00fcrich"))).toBe(true);
  expect(set.has(words("Ann Lee stayed ."))).toBe(false);
  expect(set.countOf([words("Zürich"), words("Zürich"), words("Rome")])).toBe(2);
});

test("goes through bytes: 8 for each sentence", () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.string(), (texts, other) => {
      const set = SentenceSet.of(texts.map(words));
      const bytes = set.toBytes();
      expect(bytes.length).toBe(8 * set.size);
      const back = SentenceSet.fromBytes(bytes)!;
      expect(texts.every((text) => back.has(words(text)))).toBe(true);
      expect(back.has(words(other))).toBe(set.has(words(other)));
    }),
  );
});

test("takes nothing for a set that is none", () => {
  expect(SentenceSet.fromBytes(new Uint8Array(7))).toBeUndefined();
  expect(SentenceSet.fromBytes(new Uint8Array(16).fill(1))).toBeUndefined();
  expect(SentenceSet.fromBytes(new Uint8Array(0))?.size).toBe(0);
});
