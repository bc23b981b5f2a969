import { IntList } from "./int-list.ts";

/**
 * A tree of atom sequences, in flat arrays: node 0 means "none", and each node has a value of its own.
 *
 * The step from a node by an atom is found by open addressing over pairs (hash, child). The first step
 * of every walk is a plain array look-up, and a node knows whether it has children at all, so that most
 * walks over running text end without a look into the big table.
 */
export class PhraseTrie {
  readonly #hashMask: number;
  /** The node reached from the root by each atom. */
  #first = new Int32Array(1 << 10);
  /** Node `n` is the step from node `[2n]` by atom `[2n + 1]`. */
  readonly #origin = new IntList();
  /** `2 · value + (has children ? 1 : 0)` for each node. */
  readonly #values = new IntList();
  /** Slot `s` is `[2s]` the full hash and `[2s + 1]` the child, 0 if the slot is free. */
  #slots = new Int32Array(2 << 10);
  #used = 0;

  /** `hashMask` exists for tests: a mask of few bits makes nearly all steps collide. */
  constructor(hashMask = -1) {
    this.#hashMask = hashMask;
    this.#addNode(0, 0);
  }

  /** How many nodes there are, the 0 included. */
  get size(): number {
    return this.#values.length;
  }

  /** The node of the one-atom sequence, or 0. */
  first(atom: number): number {
    return atom < this.#first.length ? this.#first[atom]! : 0;
  }

  /** The node one atom further, or 0. */
  next(node: number, atom: number): number {
    if (((this.#values.data[node] as number) & 1) === 0) return 0;
    const hash = stepHash(node, atom) & this.#hashMask;
    const slots = this.#slots;
    const origin = this.#origin.data;
    const mask = slots.length - 1;
    for (let at = (hash << 1) & mask; ; at = (at + 2) & mask) {
      const child = slots[at + 1]!;
      if (child === 0) return 0;
      if (slots[at] === hash && origin[2 * child] === node && origin[2 * child + 1] === atom) return child;
    }
  }

  /** A node's value, 0 if it was never set. */
  value(node: number): number {
    return this.#values.data[node]! >> 1;
  }

  setValue(node: number, value: number): void {
    if (value > 0x3fff_ffff) throw new RangeError("a dictionary holds at most 2³⁰ phrases");
    this.#values.data[node] = (value << 1) | (this.#values.data[node]! & 1);
  }

  /** The node at the end of `atoms[from] … atoms[to - 1]`, made if it is not there. */
  insert(atoms: Int32Array, from: number, to: number): number {
    let node = this.#insertFirst(atoms[from]!);
    for (let i = from + 1; i < to; i++) node = this.#insertNext(node, atoms[i]!);
    return node;
  }

  trim(): void {
    this.#origin.trim();
    this.#values.trim();
  }

  #insertFirst(atom: number): number {
    if (atom >= this.#first.length) {
      const larger = new Int32Array(Math.max(atom + 1, Math.ceil(this.#first.length * 1.5)));
      larger.set(this.#first);
      this.#first = larger;
    }
    const found = this.#first[atom]!;
    if (found !== 0) return found;
    const node = this.#addNode(0, atom);
    this.#first[atom] = node;
    return node;
  }

  #insertNext(node: number, atom: number): number {
    const found = this.next(node, atom);
    if (found !== 0) return found;
    if (this.#used * 4 > this.#slots.length) this.#grow();
    const child = this.#addNode(node, atom);
    this.#values.data[node]! |= 1;
    place(this.#slots, stepHash(node, atom) & this.#hashMask, child);
    this.#used++;
    return child;
  }

  #addNode(parent: number, atom: number): number {
    this.#origin.push(parent);
    this.#origin.push(atom);
    this.#values.push(0);
    return this.#values.length - 1;
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

function place(slots: Int32Array, hash: number, child: number): void {
  const mask = slots.length - 1;
  let at = (hash << 1) & mask;
  while (slots[at + 1] !== 0) at = (at + 2) & mask;
  slots[at] = hash;
  slots[at + 1] = child;
}

function stepHash(node: number, atom: number): number {
  const joined = Math.imul(node, 0x9e37_79b1) ^ Math.imul(atom, 0x85eb_ca6b);
  const mixed = Math.imul(joined ^ (joined >>> 15), 0x2c1b_3c6d);
  return mixed ^ (mixed >>> 13);
}
