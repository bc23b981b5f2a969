import type { Random } from "../random.ts";

/**
 * Draws `count` places without replacement, each time in proportion to `exp(logit)` among those left; ascending.
 *
 *     the `count` largest of logitᵢ + gᵢ,  gᵢ = −ln(−ln uᵢ)
 *
 * Adding Gumbel noise and taking the largest is exactly that, in one pass and without renormalising.
 * A logit of −Infinity is never drawn, so fewer than `count` may come back.
 */
export function gumbelTopK(logits: ArrayLike<number>, count: number, random: Random): Float64Array {
  if (count <= 0) return new Float64Array(0);
  // A heap of the best so far with the worst of them on top, so that most candidates cost one comparison.
  const heap: Heap = [];
  for (let place = 0; place < logits.length; place++) {
    const key = logits[place]! - Math.log(-Math.log(1 - random.uniform()));
    if (Number.isNaN(key)) throw new Error(`logit ${place} is not a number`);
    if (key === -Infinity) continue;
    if (heap.length < count) {
      heap.push({ key, place });
      rise(heap);
    } else if (key > keyAt(heap, 0)) {
      heap[0] = { key, place };
      sink(heap);
    }
  }
  return Float64Array.from(heap, ({ place }) => place).sort();
}

type Heap = { readonly key: number; readonly place: number }[];

function keyAt(heap: Heap, at: number): number {
  return heap[at]!.key;
}

function swap(heap: Heap, a: number, b: number): void {
  [heap[a], heap[b]] = [heap[b]!, heap[a]!];
}

function rise(heap: Heap): void {
  let child = heap.length - 1;
  while (child > 0) {
    const parent = (child - 1) >> 1;
    if (keyAt(heap, parent) <= keyAt(heap, child)) return;
    swap(heap, parent, child);
    child = parent;
  }
}

function sink(heap: Heap): void {
  let parent = 0;
  for (;;) {
    let least = parent;
    for (const child of [2 * parent + 1, 2 * parent + 2]) {
      if (child < heap.length && keyAt(heap, child) < keyAt(heap, least)) least = child;
    }
    if (least === parent) return;
    swap(heap, parent, least);
    parent = least;
  }
}
