import { IntList } from "./int-list.ts";

// A node is four integers: where it comes from (parent, token), its value, and whether it has children.
const PARENT = 0;
const TOKEN = 1;
const VALUE = 2;
const CHILDREN = 3;

/**
 * A trie of token sequences, in flat arrays: node 0 means "none", and each node has a value.
 *
 * The step from a node by a token is found by open addressing over pairs (hash, child). That table is far larger than
 * any cache, so a walk avoids it: the first step is a look-up by token, which also tells whether the node has a value
 * and children, and a Bloom filter of some bits per node rejects most failing steps.
 */
export class PhraseTrie {
  readonly #hashMask: number;
  /** For each token, the node reached from the root, as `4 · node + (has value ? 2 : 0) + (has children ? 1 : 0)`. */
  #first = new Int32Array(1 << 10);
  readonly #nodes = new IntList();
  /** Slot `s` is `[2s]` the full hash and `[2s + 1]` the child, 0 if the slot is free. */
  #slots = new Int32Array(2 << 10);
  #used = 0;
  /** A bit for every step there is, by the high bits of its hash; empty until `close`. */
  #filter = new Int32Array(0);
  #filterShift = 0;

  /** `hashMask` exists for tests: a mask of few bits makes nearly all steps collide. */
  constructor(hashMask = -1) {
    this.#hashMask = hashMask;
    this.#addNode(0, 0);
  }

  /** How many nodes there are, the 0 included. */
  get size(): number {
    return this.#nodes.length / 4;
  }

  /** For `firstNode`, `firstHasValue` and `firstHasChildren`; 0 if no sequence begins with the token. */
  first(token: number): number {
    return this.#first[token] ?? 0;
  }

  /** Whether a node has a value other than 0. */
  hasValue(node: number): boolean {
    return this.#nodes.data[4 * node + VALUE] !== 0;
  }

  /** The node one token further, or 0. */
  next(node: number, token: number): number {
    const hash = stepHash(node, token) & this.#hashMask;
    const filter = this.#filter;
    if (filter.length > 0) {
      const bit = hash >>> this.#filterShift;
      if ((filter[bit >>> 5]! & (1 << (bit & 31))) === 0) return 0;
    }
    const slots = this.#slots;
    const nodes = this.#nodes.data;
    const mask = slots.length - 1;
    for (let at = (hash << 1) & mask; ; at = (at + 2) & mask) {
      const child = slots[at + 1]!;
      if (child === 0) return 0;
      if (slots[at] !== hash) continue;
      if (nodes[4 * child + PARENT] === node && nodes[4 * child + TOKEN] === token) return child;
    }
  }

  hasChildren(node: number): boolean {
    return this.#nodes.data[4 * node + CHILDREN] !== 0;
  }

  /** A node's value, 0 if it was never set. */
  value(node: number): number {
    return this.#nodes.at(4 * node + VALUE);
  }

  setValue(node: number, value: number): void {
    this.#nodes.data[4 * node + VALUE] = value;
    this.#note(node, 2);
  }

  /** The node at the end of `tokens[from] … tokens[to - 1]`, made if it is not there. */
  insert(tokens: Int32Array, from: number, to: number): number {
    let node = this.#insertFirst(tokens[from]!);
    for (let i = from + 1; i < to; i++) node = this.#insertNext(node, tokens[i]!);
    return node;
  }

  /** Frees spare memory and builds the filter; nothing is inserted afterwards. */
  close(): void {
    this.#nodes.trim();
    // About eight bits per step, at least 32 in all.
    const bits = Math.min(30, Math.max(5, Math.ceil(Math.log2(this.#used * 8 + 1))));
    this.#filterShift = 32 - bits;
    this.#filter = new Int32Array(2 ** (bits - 5));
    for (let at = 0; at < this.#slots.length; at += 2) {
      if (this.#slots[at + 1] === 0) continue;
      const bit = this.#slots[at]! >>> this.#filterShift;
      this.#filter[bit >>> 5]! |= 1 << (bit & 31);
    }
  }

  #insertFirst(token: number): number {
    if (token >= this.#first.length) {
      const larger = new Int32Array(Math.max(token + 1, Math.ceil(this.#first.length * 1.5)));
      larger.set(this.#first);
      this.#first = larger;
    }
    const found = this.#first[token]!;
    if (found !== 0) return firstNode(found);
    const node = this.#addNode(0, token);
    this.#first[token] = node << 2;
    return node;
  }

  #insertNext(node: number, token: number): number {
    const found = this.hasChildren(node) ? this.next(node, token) : 0;
    if (found !== 0) return found;
    if (this.#used * 3 > this.#slots.length) this.#grow();
    const child = this.#addNode(node, token);
    this.#nodes.data[4 * node + CHILDREN] = 1;
    this.#note(node, 1);
    place(this.#slots, stepHash(node, token) & this.#hashMask, child);
    this.#used++;
    return child;
  }

  // Keeps the entry in `first` of a node below the root up to date.
  #note(node: number, flag: number): void {
    const token = this.#nodes.at(4 * node + TOKEN);
    if (this.#nodes.at(4 * node + PARENT) === 0) this.#first[token]! |= flag;
  }

  #addNode(parent: number, token: number): number {
    const node = this.size;
    if (node >= 1 << 29) throw new RangeError("a dictionary holds at most 2²⁹ beginnings of phrases");
    this.#nodes.push(parent);
    this.#nodes.push(token);
    this.#nodes.push(0);
    this.#nodes.push(0);
    return node;
  }

  #grow(): void {
    const old = this.#slots;
    const larger = new Int32Array(old.length * 2);
    for (let at = 0; at < old.length; at += 2) {
      if (old[at + 1] !== 0) place(larger, old[at]!, old[at + 1]!);
    }
    this.#slots = larger;
  }
}

/** The node in what `first` returned. */
export function firstNode(first: number): number {
  return first >>> 2;
}

/** Whether the node in what `first` returned has a value. */
export function firstHasValue(first: number): boolean {
  return (first & 2) !== 0;
}

/** Whether the node in what `first` returned has children. */
export function firstHasChildren(first: number): boolean {
  return (first & 1) !== 0;
}

function place(slots: Int32Array, hash: number, child: number): void {
  const mask = slots.length - 1;
  let at = (hash << 1) & mask;
  while (slots[at + 1] !== 0) at = (at + 2) & mask;
  slots[at] = hash;
  slots[at + 1] = child;
}

function stepHash(node: number, token: number): number {
  const joined = Math.imul(node, 0x9e37_79b1) ^ Math.imul(token, 0x85eb_ca6b);
  const mixed = Math.imul(joined ^ (joined >>> 15), 0x2c1b_3c6d);
  return mixed ^ (mixed >>> 13);
}
