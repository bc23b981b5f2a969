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
  const heap: { key: number; place: number }[] = [];
  for (let place = 0; place < logits.length; place++) {
    const key = logits[place]! - Math.log(-Math.log(1 - random.uniform()));
    if (Number.isNaN(key)) throw new Error(`logit ${place} is not a number`);
    if (key === -Infinity) continue;
    if (heap.length < count) {
      heap.push({ key, place });
      rise(heap);
    } else if (key > heap[0]!.key) {
      heap[0] = { key, place };
      sink(heap);
    }
  }
  return Float64Array.from(heap, ({ place }) => place).sort();
}

type Heap = { key: number; place: number }[];

function rise(heap: Heap): void {
  let child = heap.length - 1;
  while (child > 0) {
    const parent = (child - 1) >> 1;
    if (heap[parent]!.key <= heap[child]!.key) return;
    [heap[parent], heap[child]] = [heap[child]!, heap[parent]!];
    child = parent;
  }
}

function sink(heap: Heap): void {
  let parent = 0;
  for (;;) {
    let least = parent;
    for (const child of [2 * parent + 1, 2 * parent + 2]) {
      if (child < heap.length && heap[child]!.key < heap[least]!.key) least = child;
    }
    if (least === parent) return;
    [heap[parent], heap[least]] = [heap[least]!, heap[parent]!];
    parent = least;
  }
}
