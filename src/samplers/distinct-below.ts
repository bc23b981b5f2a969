import type { Random } from "../random.ts";

/**
 * Draws `count` different whole numbers below `limit`, every set equally likely; ascending.
 *
 * A Fisher–Yates shuffle that stops after `count` steps. When few are drawn from many, only the places that
 * were swapped are remembered; the draws are the same either way.
 */
export function distinctBelow(limit: number, count: number, random: Random): Float64Array {
  if (!(count >= 0 && count <= limit)) throw new RangeError(`cannot draw ${count} of ${limit}`);
  const drawn = new Float64Array(count);
  if (count === limit) return drawn.map((_, i) => i);
  const order = count * 8 < limit ? sparseOrder() : denseOrder(limit);
  for (let i = 0; i < count; i++) {
    const j = i + random.below(limit - i);
    drawn[i] = order.get(j);
    order.set(j, order.get(i));
  }
  return drawn.sort();
}

interface Order {
  get(place: number): number;
  set(place: number, value: number): void;
}

function sparseOrder(): Order {
  const moved = new Map<number, number>();
  return { get: (place) => moved.get(place) ?? place, set: (place, value) => moved.set(place, value) };
}

function denseOrder(limit: number): Order {
  const values = Uint32Array.from({ length: limit }, (_, i) => i);
  return {
    get: (place) => values[place]!,
    set: (place, value) => {
      values[place] = value;
    },
  };
}
