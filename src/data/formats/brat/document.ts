import type { Draft, ReadOptions } from "../../format.ts";
import type { ReadLog } from "../../read-log.ts";
import type { Offset } from "../../sentence.ts";
import { convertSpans, usualUnit } from "../character-offsets/convert-spans.ts";
import { draftFromCharacters } from "../character-offsets/draft.ts";
import {
  type CharacterEntity,
  edgeTrimmer,
  type LocatedEntity,
  locateEntities,
} from "../character-offsets/locate-entities.ts";
import { type DraftExtras, draftFromExtras } from "../extras.ts";
import { isRecord } from "../json-shape.ts";
import { type BratNote, bratAnnotations } from "./annotations.ts";

/** A brat document: its text, and its annotations if there is an `.ann` file. */
interface BratDocument {
  readonly doc: string;
  readonly textFile: string;
  readonly text: string;
  readonly annotationFile: string;
  readonly annotations: string | undefined;
}

/** A stretch of the document that is read as one text: UTF-16 units, end exclusive. */
interface Segment {
  readonly start: number;
  readonly end: number;
  readonly note?: BratNote;
}

/**
 * The texts of a brat document: all of it, or, in files that Lacuna wrote, what its notes state the bounds of and what lies
 * between those.
 */
export function* draftsFromBrat(document: BratDocument, options: ReadOptions): Generator<Draft> {
  const { log, offsetUnit } = options;
  const { doc, textFile, annotationFile } = document;
  const { entities, notes } = bratAnnotations(document.annotations ?? "", annotationFile, log);
  const text = withoutUncountedMark(document.text, entities);
  const located = locateEntities(text, entities, offsetUnit, { file: annotationFile, line: 1 }, log);
  const unannotated = document.annotations === undefined;
  if (unannotated) log.assume(`${textFile}: a text without an .ann file is partial: nothing is known of it`);

  const bounds = notes.map(({ start, end }): Offset => [start, end]);
  const places = convertSpans(text, bounds, offsetUnit ?? usualUnit, "utf16");
  const stated = notes.flatMap((note, i): Segment[] => {
    const [start, end] = places[i] ?? [0, -1];
    return start <= end ? [{ start, end, note }] : [];
  });
  const segments = joinAcross(segmentsOf(text, stated), text, located, annotationFile, log);

  let next = 0;
  const byStart = located.toSorted((a, b) => a.start - b.start || a.index - b.index);
  const lines = lineCounter(text);
  for (const { start, end, note } of segments) {
    const inside: CharacterEntity[] = [];
    const first = next;
    while (next < byStart.length && byStart[next]!.start < end) next++;
    // In the order of the file, which is that of any scores in the note.
    for (const entity of byStart.slice(first, next).sort((a, b) => a.index - b.index)) {
      const at = entities[entity.index]?.at;
      inside.push({
        start: Math.max(entity.start - start, 0),
        end: Math.min(entity.end, end) - start,
        label: entity.label,
        ...(at !== undefined && { at }),
      });
    }
    if (note === undefined && inside.length === 0 && text.slice(start, end).trim() === "") continue;
    const at = { file: textFile, line: lines(start) };
    const { extras, docless } = readNote(note, annotationFile, log);
    if (unannotated) extras.completeness = "partial";
    if (!docless) extras.doc ??= doc;
    if (note === undefined) extras.textStart = start;
    // A note states the bounds of a sentence unless it states those of several.
    else extras.sentences ??= [0];
    yield draftFromCharacters(
      { text: text.slice(start, end), entities: inside, extras, at },
      { ...options, offsetUnit: "utf16" },
    );
  }
}

/** The texts that notes state, and what lies between them, in order. */
function segmentsOf(text: string, stated: readonly Segment[]): Segment[] {
  const segments: Segment[] = [];
  let from = 0;
  const addGap = (to: number) => {
    if (text.slice(from, to).trim() !== "") segments.push({ start: from, end: to });
  };
  for (const segment of stated.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (segment.start < from) continue;
    addGap(segment.start);
    segments.push(segment);
    from = segment.end;
  }
  addGap(text.length);
  return segments;
}

/** Joins the segments that one entity touches. */
function joinAcross(
  segments: readonly Segment[],
  text: string,
  entities: readonly LocatedEntity[],
  file: string,
  log: ReadLog,
): Segment[] {
  const trim = edgeTrimmer(text);
  const ranges = entities.flatMap((entity) => {
    const range = trim(entity);
    return range === undefined ? [] : [range];
  });
  ranges.sort((a, b) => a[0] - b[0]);
  const joined: Segment[] = [];
  let next = 0;
  // How far the entities that began so far reach: a segment that begins before that belongs to the last one.
  let reach = 0;
  for (const segment of segments) {
    const last = joined[joined.length - 1];
    if (last !== undefined && segment.start < reach) {
      const noted = segment.note ?? last.note;
      if (noted !== undefined) {
        const detail = `characters ${last.start}–${segment.end}`;
        log.repair({ file, line: noted.line }, "entity across sentences joined them", detail);
      }
      const note = last.note ?? segment.note;
      joined[joined.length - 1] = {
        start: last.start,
        end: segment.end,
        ...(note !== undefined && { note: only(note) }),
      };
    } else {
      joined.push(segment);
    }
    for (; next < ranges.length && ranges[next]![0] < segment.end; next++)
      reach = Math.max(reach, ranges[next]![1]);
  }
  return joined;
}

/** What is still true of a sentence that was joined with another: word numbers no longer are. */
function only(note: BratNote): BratNote {
  try {
    const value: unknown = JSON.parse(note.json);
    if (!isRecord(value)) return note;
    const { completeness, doc, source } = value;
    return { ...note, json: JSON.stringify({ completeness, doc, source }) };
  } catch {
    return note;
  }
}

function readNote(
  note: BratNote | undefined,
  file: string,
  log: ReadLog,
): { extras: DraftExtras; docless: boolean } {
  if (note === undefined) return { extras: {}, docless: false };
  const at = { file, line: note.line };
  let value: unknown;
  try {
    value = JSON.parse(note.json);
  } catch {
    value = note.json;
  }
  // `null` says that the sentence belongs to no document, for which the file had to be named somehow.
  return { extras: draftFromExtras(value, at, log), docless: isRecord(value) && value.doc === null };
}

/** Some tools count a byte-order mark as a character and some do not: the quoted texts tell. */
function withoutUncountedMark(text: string, entities: readonly CharacterEntity[]): string {
  if (!text.startsWith("\uFEFF")) return text;
  const points = [...text];
  let [counted, uncounted] = [0, 0];
  for (const { start, end, quoted } of entities) {
    if (typeof quoted !== "string") continue;
    const own = [...quoted];
    const [first, length] = [start as number, (end as number) - (start as number)];
    // The lengths first: an entity may be stated to be the whole text, again and again.
    if (own.length !== length) continue;
    if (own.every((point, i) => points[first + i] === point)) counted++;
    if (own.every((point, i) => points[first + 1 + i] === point)) uncounted++;
  }
  return uncounted > counted ? text.slice(1) : text;
}

/** Gives the line (from 1) of ascending offsets, in one pass. */
function lineCounter(text: string): (place: number) => number {
  let line = 1;
  let at = 0;
  return (place) => {
    for (; at < place; at++) {
      const code = text.charCodeAt(at);
      if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) line++;
    }
    return line;
  };
}
