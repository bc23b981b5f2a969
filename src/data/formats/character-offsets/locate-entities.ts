import { convertOffsets, isSpace, type OffsetUnit, offsetUnits } from "../../../text/index.ts";
import type { FilePosition, ReadLog } from "../../read-log.ts";
import type { Offset } from "../../sentence.ts";
import { excerpt, isInteger } from "../json-shape.ts";
import { convertSpans, usualUnit } from "./convert-spans.ts";

/** An entity as a character-offset format states it, not yet checked. */
export interface CharacterEntity {
  readonly start: unknown;
  readonly end: unknown;
  readonly label: unknown;
  readonly score?: unknown;
  /** The entity's text as the file quotes it, which shows the unit of the offsets. */
  readonly quoted?: unknown;
  /** Where the entity is stated, if not at the beginning of its sentence. */
  readonly at?: FilePosition;
}

/** An entity found in the text: UTF-16 units, end exclusive. */
export interface LocatedEntity {
  readonly start: number;
  readonly end: number;
  readonly label: string;
  readonly score?: number;
  /** Which of the stated entities it was. */
  readonly index: number;
}

/**
 * Finds stated entities in the text. Those that cannot be found, or have no label, are
 * dropped and logged. If the file quotes an entity's text and the quote is not
 * at its offsets, but would be in another unit, that unit is taken: some tools changed
 * units between versions.
 *
 * @param unit what the offsets count, if the user says so (default: `usualUnit` or what the quotes show)
 */
export function locateEntities(
  text: string,
  entities: readonly CharacterEntity[],
  unit: OffsetUnit | undefined,
  at: FilePosition,
  log: ReadLog,
): LocatedEntity[] {
  if (entities.length === 0) return [];
  const ranges = new StatedRanges(text, entities);
  return entities.flatMap((entity, index) => {
    const found = locate(text, entity, index, ranges, unit, entity.at ?? at, log);
    return found ?? [];
  });
}

/** Checks one entity. */
function locate(
  text: string,
  { start, end, label, score, quoted }: CharacterEntity,
  index: number,
  ranges: StatedRanges,
  unit: OffsetUnit | undefined,
  at: FilePosition,
  log: ReadLog,
): LocatedEntity | undefined {
  const shown = () => `${JSON.stringify(label) ?? "no label"} at ${excerpt(start, 40)}–${excerpt(end, 40)}`;
  const drop = (reason: string) => {
    log.drop(at, reason, shown());
    return undefined;
  };
  if (typeof label !== "string" || label === "") return drop("entity without a label");
  if (!isInteger(start) || !isInteger(end)) return drop("entity offsets that are not whole numbers");

  let range = ranges.of(index, unit ?? usualUnit);
  if (typeof quoted === "string" && (range === undefined || !isQuoted(text, range, quoted))) {
    const other = unit === undefined ? ranges.quotedIn(index, quoted) : undefined;
    if (other !== undefined) {
      range = other.range;
      log.assume(`${at.file}: entity offsets count in ${names[other.unit]}, as the quoted texts show`);
    } else if (range !== undefined) {
      const detail = `${shown()}: ${JSON.stringify(quoted.slice(0, 40))} is not what stands there`;
      log.repair(at, "entity quoted otherwise than the text says; offsets kept", detail);
    }
  }
  if (range === undefined) {
    if (start >= end) return drop("entity that ends before it begins");
    if (start < 0 || end > ranges.length(unit ?? usualUnit))
      return drop("entity offsets past the end of the text");
    return drop("entity offset inside a character");
  }
  const sound = typeof score === "number" && Number.isFinite(score);
  const [from, to] = range;
  return sound ? { start: from, end: to, label, score, index } : { start: from, end: to, label, index };
}

/** Gives an entity without the white space at its edges; `undefined` if nothing else is in it. */
export type EdgeTrimmer = (entity: Readonly<Pick<LocatedEntity, "start" | "end">>) => Offset | undefined;

/** Trims the entities of one text. Long stretches of white space are walked through once, however many entities touch them. */
export function edgeTrimmer(text: string): EdgeTrimmer {
  // How far the stretch of white space reaches that a place is in; made when the first entity touches one.
  let stretches: { readonly starts: Int32Array; readonly ends: Int32Array } | undefined;
  return ({ start, end }) => {
    const isEdged = isSpace(text.charCodeAt(start)) || isSpace(text.charCodeAt(end - 1));
    if (!isEdged) return start < end ? [start, end] : undefined;
    stretches ??= stretchesOf(text);
    const from = stretches.ends[start]!;
    const to = stretches.starts[end]!;
    return from < to ? [from, to] : undefined;
  };
}

/** For each place, where white space that goes on there ends, and where white space that ends there began. */
function stretchesOf(text: string): { readonly starts: Int32Array; readonly ends: Int32Array } {
  const starts = new Int32Array(text.length + 1);
  const ends = new Int32Array(text.length + 1);
  for (let i = 1; i <= text.length; i++) starts[i] = isSpace(text.charCodeAt(i - 1)) ? starts[i - 1]! : i;
  ends[text.length] = text.length;
  for (let i = text.length - 1; i >= 0; i--) ends[i] = isSpace(text.charCodeAt(i)) ? ends[i + 1]! : i;
  return { starts, ends };
}

const names: { readonly [U in OffsetUnit]: string } = {
  utf16: "UTF-16 units",
  codepoint: "code points",
  byte: "bytes",
};

function statedRange({ start, end }: CharacterEntity): Offset {
  return [typeof start === "number" ? start : Number.NaN, typeof end === "number" ? end : Number.NaN];
}

function nonEmpty(range: Offset | undefined): Offset | undefined {
  return range !== undefined && range[0] < range[1] ? range : undefined;
}

/** A text with the stated offsets of its entities in every unit: each is computed once, when it is first needed. */
class StatedRanges {
  readonly #text: string;
  readonly #stated: readonly Offset[];
  readonly #ranges = new Map<OffsetUnit, readonly (Offset | undefined)[]>();
  readonly #lengths = new Map<OffsetUnit, number>();

  constructor(text: string, entities: readonly CharacterEntity[]) {
    this.#text = text;
    this.#stated = entities.map(statedRange);
  }

  /** Where an entity is, in UTF-16 units, if its offsets count in `unit`. */
  of(index: number, unit: OffsetUnit): Offset | undefined {
    let ranges = this.#ranges.get(unit);
    if (ranges === undefined) {
      ranges = convertSpans(this.#text, this.#stated, unit, "utf16");
      this.#ranges.set(unit, ranges);
    }
    return nonEmpty(ranges[index]);
  }

  /** The unit in which an entity has the text that the file quotes. */
  quotedIn(index: number, quoted: string): { unit: OffsetUnit; range: Offset } | undefined {
    for (const unit of offsetUnits) {
      const range = this.of(index, unit);
      if (range !== undefined && isQuoted(this.#text, range, quoted)) return { unit, range };
    }
    return undefined;
  }

  /** The length of the text. */
  length(unit: OffsetUnit): number {
    let length = this.#lengths.get(unit);
    if (length === undefined) {
      length = convertOffsets(this.#text, [this.#text.length], "utf16", unit)[0] ?? this.#text.length;
      this.#lengths.set(unit, length);
    }
    return length;
  }
}

/** How much more white space than its quote an entity may have in the text. */
const MORE_SPACE = 1000;

/**
 * Whether a stretch of text is what the file quotes: compared without white space, which tools write in their own ways, and
 * no further than to the first difference, so that long entities with short quotes cost nothing.
 */
function isQuoted(text: string, [start, end]: Offset, quoted: string): boolean {
  if (end - start === quoted.length && text.startsWith(quoted, start)) return true;
  const bare = quoted.replace(/(?:\s|\\n)+/g, "");
  if (end - start > quoted.length + MORE_SPACE) return false;
  return text.slice(start, end).replace(/\s+/g, "") === bare;
}
