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
  const ranges = convertSpans(text, entities.map(statedRange), unit ?? usualUnit, "utf16").map(nonEmpty);
  return entities.flatMap((entity, index) => {
    const found = locate(text, entity, index, ranges[index], unit, entity.at ?? at, log);
    return found ?? [];
  });
}

/** Checks one entity, given its range in UTF-16 units, if it has one. */
function locate(
  text: string,
  { start, end, label, score, quoted }: CharacterEntity,
  index: number,
  pointed: Offset | undefined,
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

  let range = pointed;
  if (typeof quoted === "string" && (range === undefined || !sameText(text.slice(...range), quoted))) {
    const other = unit === undefined ? findUnit(text, start, end, quoted) : undefined;
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
    if (start < 0 || end > lengthIn(text, unit ?? usualUnit))
      return drop("entity offsets past the end of the text");
    return drop("entity offset inside a character");
  }
  const sound = typeof score === "number" && Number.isFinite(score);
  const [from, to] = range;
  return sound ? { start: from, end: to, label, score, index } : { start: from, end: to, label, index };
}

/** The same entity without the white space at its edges; `undefined` if nothing else is in it. */
export function withoutEdgeSpace(text: string, { start, end }: LocatedEntity): Offset | undefined {
  let [from, to] = [start, end];
  while (from < to && isSpace(text.charCodeAt(from))) from++;
  while (to > from && isSpace(text.charCodeAt(to - 1))) to--;
  return from < to ? [from, to] : undefined;
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

function findUnit(text: string, start: number, end: number, quoted: string) {
  for (const unit of offsetUnits) {
    const range = nonEmpty(convertSpans(text, [[start, end]], unit, "utf16")[0]);
    if (range !== undefined && sameText(text.slice(...range), quoted)) return { unit, range };
  }
  return undefined;
}

/** Quotes are compared without white space, which tools write in their own ways. */
function sameText(found: string, quoted: string): boolean {
  return found === quoted || found.replace(/\s+/g, "") === quoted.replace(/(?:\s|\\n)+/g, "");
}

function lengthIn(text: string, unit: OffsetUnit): number {
  return convertOffsets(text, [text.length], "utf16", unit)[0] ?? text.length;
}
