import { compareEntities, type Entity } from "./span.ts";

/** A tagging scheme: how one tag per word expresses entities. */
export type TagScheme = "iob1" | "iob2" | "iobes" | "bilou" | "bmes";

/** The letters of each scheme. A scheme without `end` letters closes an entity by what follows it. */
const letters: { readonly [S in TagScheme]: SchemeLetters } = {
  iob1: { begin: "B", inside: "I" },
  iob2: { begin: "B", inside: "I" },
  iobes: { begin: "B", inside: "I", end: "E", single: "S" },
  bilou: { begin: "B", inside: "I", end: "L", single: "U" },
  bmes: { begin: "B", inside: "M", end: "E", single: "S" },
};

interface SchemeLetters {
  readonly begin: string;
  readonly inside: string;
  readonly end?: string;
  readonly single?: string;
}

export const tagSchemes = Object.keys(letters) as readonly TagScheme[];

type Role = "begin" | "inside" | "end" | "single";

/** What a letter means in any scheme, so that a stray `M-` or `S-` is still understood. */
const roles = new Map<string, Role>([
  ["B", "begin"],
  ["I", "inside"],
  ["M", "inside"],
  ["E", "end"],
  ["L", "end"],
  ["S", "single"],
  ["U", "single"],
]);

/** The label given to entities of files that write a bare `B` and `I`. */
const UNNAMED = "ENTITY";

/**
 * Reads one sentence's tags. Every sequence gets a reading; where the tags break the
 * scheme's rules, `onRepair` gets the word and what was wrong:
 *
 * - an inside or end tag with nothing open starts an entity (as conlleval reads it),
 * - a change of label without a begin tag starts a new entity,
 * - a letter of another scheme is read as what it means there,
 * - an entity left open where the scheme has end tags ends before the next tag,
 * - a tag that is no tag at all is read as `O`.
 */
export function decodeTags(
  tags: readonly string[],
  scheme: TagScheme,
  onRepair: (index: number, what: string) => void,
): Entity[] {
  const own = letters[scheme];
  const entities: Entity[] = [];
  let start = -1;
  let label = "";

  const close = (end: number, finished: boolean) => {
    if (start < 0) return;
    if (!finished && own.end !== undefined) onRepair(end - 1, `"${label}" has no ${own.end}- tag at its end`);
    entities.push({ start, end, label });
    start = -1;
  };

  for (const [i, tag] of tags.entries()) {
    if (tag === "O") {
      close(i, false);
      continue;
    }
    const letter = tag[0] ?? "";
    const role = tag.length === 1 || tag[1] === "-" ? roles.get(letter) : undefined;
    if (role === undefined || tag.length === 2) {
      onRepair(i, `"${tag}" is no tag, read as O`);
      close(i, false);
      continue;
    }
    if (letter !== own[role]) onRepair(i, `"${tag}" is not ${scheme.toUpperCase()}, read as ${role}`);
    const name = tag.length > 2 ? tag.slice(2) : UNNAMED;
    if (tag.length === 1) onRepair(i, `"${tag}" names no label, read as ${UNNAMED}`);

    if (role === "begin" || role === "single") {
      close(i, false);
      start = i;
      label = name;
      if (role === "single") close(i + 1, true);
      continue;
    }
    if (start < 0 || label !== name) {
      // In IOB1 an inside tag is the ordinary way to start.
      const ordinary = scheme === "iob1" && role === "inside";
      if (!ordinary) onRepair(i, `"${tag}" continues nothing, read as a beginning`);
      close(i, false);
      start = i;
      label = name;
    }
    if (role === "end") close(i + 1, true);
  }
  close(tags.length, false);
  return entities;
}

/** One tag per word for entities that do not overlap. */
export function encodeTags(length: number, entities: readonly Entity[], scheme: TagScheme): string[] {
  const own = letters[scheme];
  const tags = new Array<string>(length).fill("O");
  const sorted = entities.toSorted((a, b) => a.start - b.start);
  let previous: Entity | undefined;
  for (const entity of sorted) {
    const { start, end, label } = entity;
    if (previous !== undefined && previous.end > start)
      throw new Error("overlapping entities do not fit one tag column");
    // IOB1 begins with I, but for an entity that touches one of the same label.
    const touches = previous !== undefined && previous.end === start && previous.label === label;
    const first = scheme === "iob1" && !touches ? own.inside : own.begin;
    tags[start] = `${first}-${label}`;
    for (let i = start + 1; i < end; i++) tags[i] = `${own.inside}-${label}`;
    if (own.end !== undefined) {
      if (end - start > 1) tags[end - 1] = `${own.end}-${label}`;
      else tags[start] = `${own.single}-${label}`;
    }
    previous = entity;
  }
  return tags;
}

/**
 * Splits entities that may nest or overlap into layers within which none do, one per tag column: outer
 * entities first, each in the first layer with room.
 */
export function layerEntities(entities: readonly Entity[]): Entity[][] {
  const layers: Entity[][] = [];
  for (const entity of entities.toSorted(compareEntities)) {
    // Reading order means that only a layer's last entity can be in the way.
    const free = layers.find((layer) => layer[layer.length - 1]!.end <= entity.start);
    if (free === undefined) layers.push([entity]);
    else free.push(entity);
  }
  return layers;
}

/**
 * Detects the scheme from the letters that occur and, between IOB1 and IOB2, from how
 * entities begin. A few letters of another scheme do not change the result.
 */
export function detectScheme(tagLists: Iterable<readonly string[]>): TagScheme {
  const seen = new Map<string, number>();
  let begunByB = 0;
  let begunByI = 0;
  for (const tags of tagLists) {
    let previous = "O";
    for (const tag of tags) {
      const letter = tag[0] ?? "O";
      seen.set(letter, (seen.get(letter) ?? 0) + 1);
      const fresh = previous === "O" || previous.slice(2) !== tag.slice(2);
      if (fresh && letter === "B") begunByB++;
      if (fresh && letter === "I") begunByI++;
      previous = tag;
    }
  }
  const count = (letter: string) => seen.get(letter) ?? 0;
  const begins = count("B");
  if (count("M") > 0 && count("M") >= count("I")) return "bmes";
  const lu = count("L") + count("U");
  const es = count("E") + count("S");
  if (lu > es && lu * 2 >= begins) return "bilou";
  if (es > 0 && es * 2 >= begins) return "iobes";
  return begunByI > begunByB ? "iob1" : "iob2";
}
