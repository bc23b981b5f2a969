import { convertOffsets, isSpace, type OffsetUnit, offsetUnits } from "../../../text/index.ts";
import type { Draft } from "../../format.ts";
import type { ReadLog } from "../../read-log.ts";
/** An entity as a character-offset format states it, not yet checked. */
export interface CharacterEntity {
  readonly start: unknown;
  readonly end: unknown;
  readonly label: unknown;
  readonly score?: unknown;
  /** The entity's text as the file quotes it, which shows what the offsets count. */
  readonly quoted?: unknown;
  /** Where the entity is stated, if not where its sentence begins. */
  readonly at?: Draft["at"];
}

/** An entity whose place in the text is known: UTF-16 units, end exclusive. */
export interface LocatedEntity {
  readonly start: number;
  readonly end: number;
  readonly label: string;
  readonly score?: number;
  /** Which of the stated entities it was. */
  readonly index: number;
}

/** What the offsets of a file count: its format's custom, and whether the user said so. */
export interface OffsetCustom {
  readonly unit: OffsetUnit;
  readonly certain: boolean;
}

/** The user's word on what a file's offsets count, else the format's custom. */
export function offsetCustom(chosen: OffsetUnit | undefined, usual: OffsetUnit): OffsetCustom {
  return { unit: chosen ?? usual, certain: chosen !== undefined };
}

/**
 * Finds stated entities in the text. Those that cannot be found, or have no label, are
 * dropped and reported. Where the file quotes an entity's text and the quote does not
 * stand at its offsets, but would if they counted another unit, that unit is taken
 * (unless the user named one): tools have changed their mind about it between versions.
 */
export function locateEntities(
  text: string,
  entities: readonly CharacterEntity[],
  custom: OffsetCustom,
  at: Draft["at"],
  log: ReadLog,
): LocatedEntity[] {
  if (entities.length === 0) return [];
  const converted = convertOffsets(text, entities.flatMap(numbersOf), custom.unit, "utf16");
  const located: LocatedEntity[] = [];
  entities.forEach((entity, index) => {
    const range = rangeOf(converted[2 * index], converted[2 * index + 1]);
    const found = locate(text, entity, index, range, custom, entity.at ?? at, log);
    if (found !== undefined) located.push(found);
  });
  return located;
}

/** Checks one entity, given where its offsets point in UTF-16 units, if anywhere. */
function locate(
  text: string,
  { start, end, label, score, quoted }: CharacterEntity,
  index: number,
  pointed: [number, number] | undefined,
  custom: OffsetCustom,
  at: Draft["at"],
  log: ReadLog,
): LocatedEntity | undefined {
  const shown = () => `${JSON.stringify(label) ?? "no label"} at ${show(start)}–${show(end)}`;
  const drop = (reason: string) => {
    log.add({ kind: "dropped", reason, ...at, detail: shown() });
    return undefined;
  };
  if (typeof label !== "string" || label === "") return drop("entity without a label");
  if (!isWhole(start) || !isWhole(end)) return drop("entity offsets that are not whole numbers");

  let range = pointed;
  if (typeof quoted === "string" && (range === undefined || !sameText(text.slice(...range), quoted))) {
    const other = custom.certain ? undefined : findUnit(text, start, end, quoted);
    if (other !== undefined) {
      range = other.range;
      log.assume(`${at.file}: entity offsets count in ${names[other.unit]}, as the quoted texts show`);
    } else if (range !== undefined) {
      const detail = `${shown()}: ${JSON.stringify(quoted.slice(0, 40))} is not what stands there`;
      log.add({
        kind: "repaired",
        reason: "entity quoted otherwise than the text says; offsets kept",
        ...at,
        detail,
      });
    }
  }
  if (range === undefined) {
    if (start >= end) return drop("entity that ends before it begins");
    if (start < 0 || end > lengthIn(text, custom.unit))
      return drop("entity offsets past the end of the text");
    return drop("entity offset inside a character");
  }
  const sound = typeof score === "number" && Number.isFinite(score);
  const [from, to] = range;
  return sound ? { start: from, end: to, label, score, index } : { start: from, end: to, label, index };
}

/** The same entity without the white space at its edges; `undefined` if nothing else is in it. */
export function withoutEdgeSpace(text: string, { start, end }: LocatedEntity): [number, number] | undefined {
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

function numbersOf({ start, end }: CharacterEntity): [number, number] {
  return [typeof start === "number" ? start : Number.NaN, typeof end === "number" ? end : Number.NaN];
}

function isWhole(value: unknown): value is number {
  return Number.isInteger(value);
}

function show(value: unknown): string {
  return (JSON.stringify(value) ?? "nothing").slice(0, 40);
}

function rangeOf(start: number | undefined, end: number | undefined): [number, number] | undefined {
  return start !== undefined && end !== undefined && start < end ? [start, end] : undefined;
}

function findUnit(text: string, start: number, end: number, quoted: string) {
  for (const unit of offsetUnits) {
    const [from, to] = convertOffsets(text, [start, end], unit, "utf16");
    const range = rangeOf(from, to);
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
