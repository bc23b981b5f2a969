import { expect, test } from "vitest";
import { Random } from "../random.ts";
import { Deck } from "./deck.ts";

test("deals every card before any comes again", () => {
  const deck = new Deck(["a", "b", "c", "d"], new Random(1));
  const dealt = Array.from({ length: 12 }, () => deck.next());
  for (const round of [0, 4, 8]) expect(dealt.slice(round, round + 4).sort()).toEqual(["a", "b", "c", "d"]);
  expect(() => new Deck([], new Random(1))).toThrow("a deck needs a card");
});
