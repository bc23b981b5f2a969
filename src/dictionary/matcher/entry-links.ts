import { IntList } from "./int-list.ts";

// A link is four integers, so that it lies within one line of memory.
const ENTRY = 0;
const NEXT = 1;
const LABEL = 2;

/**
 * The entries that end at each node of the trie, as chains of links numbered from 1. A link leads to its entry
 * either by the phrase as it was written or by another form of it (a plural).
 */
export class EntryLinks {
  readonly #links = new IntList();

  constructor() {
    for (let i = 0; i < 4; i++) this.#links.push(0);
  }

  /** Adds a link at the end of the chain that begins with `head` (0 for a new chain); returns the chain's head. */
  append(head: number, entry: number, label: number, isOtherForm: boolean): number {
    const link = this.#links.length / 4;
    this.#links.push(isOtherForm ? ~entry : entry);
    this.#links.push(0);
    this.#links.push(label);
    this.#links.push(0);
    if (head === 0) return link;
    let tail = head;
    while (this.next(tail) !== 0) tail = this.next(tail);
    this.#links.data[4 * tail + NEXT] = link;
    return head;
  }

  /** The next link of the chain, or 0. */
  next(link: number): number {
    return this.#links.at(4 * link + NEXT);
  }

  entry(link: number): number {
    const entry = this.#links.at(4 * link + ENTRY);
    return entry < 0 ? ~entry : entry;
  }

  label(link: number): number {
    return this.#links.at(4 * link + LABEL);
  }

  isOtherForm(link: number): boolean {
    return this.#links.at(4 * link + ENTRY) < 0;
  }

  trim(): void {
    this.#links.trim();
  }
}
