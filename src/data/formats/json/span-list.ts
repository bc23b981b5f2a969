import type { Draft } from "../../format.ts";
import type { ReadLog } from "../../read-log.ts";
import type { CharacterEntity } from "../character-offsets/locate-entities.ts";
import { isRecord } from "../json-shape.ts";

/**
 * Reads a list of labelled character spans in any of the shapes in use: `[start, end,
 * label]`, `{start, end, label}` and doccano's `{start_offset, end_offset, label}`. A list
 * that is none, and items that are none of these, are dropped and reported.
 */
export function spanList(value: unknown, at: Draft["at"], log: ReadLog): CharacterEntity[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    drop(value, at, log);
    return [];
  }
  const spans: CharacterEntity[] = [];
  for (const item of value as unknown[]) {
    if (Array.isArray(item) && item.length >= 3) {
      spans.push({ start: item[0], end: item[1], label: item[2] });
    } else if (isRecord(item)) {
      spans.push({
        start: item.start ?? item.start_offset,
        end: item.end ?? item.end_offset,
        label: item.label,
        score: item.score,
        quoted: item.text,
      });
    } else {
      drop(item, at, log);
    }
  }
  return spans;
}

function drop(value: unknown, at: Draft["at"], log: ReadLog): void {
  const detail = (JSON.stringify(value) ?? "nothing").slice(0, 80);
  log.add({ kind: "dropped", reason: "entity that is no span with a label", ...at, detail });
}
