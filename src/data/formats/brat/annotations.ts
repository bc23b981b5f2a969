import type { ReadLog } from "../../read-log.ts";
import type { CharacterEntity } from "../character-offsets/locate-entities.ts";

/** A note of ours in a brat file: what it says of the sentence at these offsets. */
export interface BratNote {
  readonly start: number;
  readonly end: number;
  readonly json: string;
  readonly line: number;
}

/** What an `.ann` file says, with offsets into the whole document. */
interface BratAnnotations {
  readonly entities: readonly CharacterEntity[];
  readonly notes: readonly BratNote[];
}

const ours = /^#\S*\tLacuna S(\d+)-(\d+)\t(.*)$/s;
const bound = /^(.*\S) (\d+ \d+(?:;\d+ \d+)*)$/s;

/**
 * Reads a brat `.ann` file. Text-bound annotations (`T`) are entities; one in several
 * parts is taken as one, from its first character to its last. Relations, events,
 * attributes, normalisations and notes have no place in a sentence: each is dropped and logged.
 */
export function bratAnnotations(text: string, file: string, log: ReadLog): BratAnnotations {
  const entities: CharacterEntity[] = [];
  const notes: BratNote[] = [];
  text.split(/\r\n|\n|\r/).forEach((row, i) => {
    if (row.trim() === "") return;
    const at = { file, line: i + 1 };
    const drop = (reason: string) => log.drop(at, reason, row.slice(0, 80));
    const note = ours.exec(row);
    if (note !== null) {
      notes.push({ start: Number(note[1]), end: Number(note[2]), json: note[3]!, line: i + 1 });
      return;
    }
    const kind = row[0]!;
    if (kind !== "T") {
      drop(dropped.get(kind) ?? "line that is no brat annotation");
      return;
    }
    const cells = row.split("\t");
    const parts = bound.exec(cells[1] ?? "");
    if (parts === null) {
      drop("line that is no brat annotation");
      return;
    }
    const numbers = parts[2]!.split(/[ ;]/).map(Number);
    const pieces = numbers.length / 2;
    if (pieces > 1) {
      const reason = "entity in several parts taken from its first to its last character";
      log.repair(at, reason, row.slice(0, 80));
    }
    // The quote of an entity in parts leaves out what is between them, so it proves nothing.
    const quoted = pieces === 1 && cells.length > 2 ? cells.slice(2).join("\t") : undefined;
    let [start, end] = [Number.POSITIVE_INFINITY, 0];
    // In a loop: an entity may have more parts than a call has room for arguments.
    for (const number of numbers) [start, end] = [Math.min(start, number), Math.max(end, number)];
    entities.push({ start, end, label: parts[1], quoted, at });
  });
  return { entities, notes };
}

const dropped: ReadonlyMap<string, string> = new Map([
  ["R", "relation between entities"],
  ["*", "relation between entities"],
  ["E", "event"],
  ["A", "attribute of an entity"],
  ["M", "attribute of an entity"],
  ["N", "normalisation of an entity"],
  ["#", "annotator's note"],
]);
