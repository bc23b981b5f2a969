/**
 * Moves labels apart that would overlap: each gets a place at least `gap` from its neighbours, in the order of where
 * they want to be, as near to that as the room from `low` to `high` allows.
 */
export function spread(wanted: readonly number[], gap: number, low: number, high: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]! || a - b);
  const places: number[] = [];
  let next = low;
  for (const i of order) {
    const place = Math.max(next, wanted[i]!);
    places.push(place);
    next = place + gap;
  }
  let last = Math.max(high, low + gap * (order.length - 1));
  for (let i = places.length - 1; i >= 0; i--) {
    places[i] = Math.min(places[i]!, last);
    last = places[i]! - gap;
  }
  const result = new Array<number>(wanted.length);
  order.forEach((i, rank) => {
    result[i] = places[rank]!;
  });
  return result;
}
