/** A chunk tag taken apart: `B-PER` is prefix `B`, type `PER`; `O` has no type. */
export interface ChunkTag {
  readonly prefix: string;
  readonly type: string;
}

/** What stands before the first word. */
export const outsideTag: ChunkTag = { prefix: "O", type: "" };

// Pairs of neighbouring prefixes, the earlier first. There is no S, and no E before B: the script knows neither.
const endsBetween = new Set(["B B", "B O", "I B", "I O", "E E", "E I", "E O"]);
const startsBetween = new Set(["B B", "I B", "O B", "O I", "E E", "E I", "O E"]);

/**
 * Takes a tag apart at its first hyphen, so types may hold hyphens. A type `0` counts as no type: it is
 * false in Perl, and the script drops it.
 */
export function parseChunkTag(tag: string): ChunkTag {
  const hyphen = tag.indexOf("-");
  if (hyphen < 0) return { prefix: tag, type: "" };
  const type = tag.slice(hyphen + 1);
  return { prefix: tag.slice(0, hyphen), type: type === "0" ? "" : type };
}

/** Whether conlleval lets a chunk end between two neighbouring words. `[` and `]` are chunks of one word. */
export function endsChunk(previous: ChunkTag, current: ChunkTag): boolean {
  const before = previous.prefix;
  return (
    endsBetween.has(`${before} ${current.prefix}`) ||
    (before !== "O" && before !== "." && previous.type !== current.type) ||
    before === "]" ||
    before === "["
  );
}

/** Whether conlleval lets a chunk start at the second of two neighbouring words. */
export function startsChunk(previous: ChunkTag, current: ChunkTag): boolean {
  const here = current.prefix;
  return (
    startsBetween.has(`${previous.prefix} ${here}`) ||
    (here !== "O" && here !== "." && previous.type !== current.type) ||
    here === "[" ||
    here === "]"
  );
}
