import { entryAt } from "../entries.ts";
import type { Random } from "../random.ts";

/** Deals its cards in a shuffled order, over and over, so that every card is seen before any comes again. */
export class Deck<T> {
  readonly #cards: readonly T[];
  readonly #random: Random;
  #left: T[] = [];

  constructor(cards: readonly T[], random: Random) {
    if (cards.length === 0) throw new Error("a deck needs a card");
    this.#cards = cards;
    this.#random = random;
  }

  next(): T {
    if (this.#left.length === 0) this.#left = this.#random.shuffled(this.#cards);
    const card = entryAt(this.#left, this.#left.length - 1);
    this.#left.pop();
    return card;
  }
}
