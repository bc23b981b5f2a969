/** The name that somebody who wrote `given` most likely meant; undefined where none is close. */
export function nearestName(given: string, names: Iterable<string>): string | undefined {
  let [best, least] = [undefined as string | undefined, Infinity];
  for (const name of names) {
    const edits = editDistance(given.toLowerCase(), name.toLowerCase());
    if (edits < least) [best, least] = [name, edits];
  }
  // A third of the letters may be wrong, and two in short names: "rat" is "rate", "optimizer" is "optimiser".
  return least <= Math.max(2, Math.floor(given.length / 3)) && least < given.length ? best : undefined;
}

/** Letters to insert, leave out, replace or swap with their neighbour on the way from one word to another. */
export function editDistance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => {
    const row = new Int32Array(b.length + 1);
    row[0] = i;
    return row;
  });
  for (let j = 0; j <= b.length; j++) rows[0]![j] = j;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let least = Math.min(
        rows[i - 1]![j]! + 1,
        rows[i]![j - 1]! + 1,
        rows[i - 1]![j - 1]! + (isSame ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, rows[i - 2]![j - 2]! + 1);
      }
      rows[i]![j] = least;
    }
  }
  return rows[a.length]![b.length]!;
}
