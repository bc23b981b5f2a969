import type { Draft, Format, ReadOptions } from "../../format.ts";
import { draftFromCharacters } from "../character-offsets/draft.ts";
import { offsetCustom } from "../character-offsets/locate-entities.ts";
import { characterRecord } from "../character-offsets/record.ts";
import { draftFromExtras, EXTRAS_KEY } from "../extras.ts";
import { isRecord } from "../json-shape.ts";
import { readJsonRecords, writeJsonRecords } from "./records.ts";
import { spanList } from "./span-list.ts";

/**
 * doccano's JSONL in the shapes of its versions: `label` or `labels` as `[start, end,
 * label]`, or `entities` with `start_offset` and `end_offset`. Offsets count code points.
 */
export const doccano: Format = {
  name: "doccano",
  title: "doccano JSONL (text, label or entities)",

  read: readJsonRecords(readExample),

  write: writeJsonRecords((sentence, path, { offsetUnit = "codepoint" }) => {
    const { text, spans, extras } = characterRecord(sentence, offsetUnit, [], path);
    const label = spans.map(({ start, end, entity }) => [start, end, entity.label]);
    return { text, label, ...(extras !== undefined && { [EXTRAS_KEY]: extras }) };
  }),
};

function readExample(value: unknown, at: Draft["at"], { log, offsetUnit }: ReadOptions): Draft | undefined {
  // Early versions called the text "data".
  const text = isRecord(value) ? (value.text ?? value.data) : undefined;
  if (!isRecord(value) || typeof text !== "string") {
    const detail = (JSON.stringify(value) ?? "").slice(0, 80);
    log.add({ kind: "dropped", reason: 'line without "text"', ...at, detail });
    return undefined;
  }
  if (Array.isArray(value.relations)) {
    for (const relation of value.relations) {
      const detail = (JSON.stringify(relation) ?? "").slice(0, 80);
      log.add({ kind: "dropped", reason: "relation between entities", ...at, detail });
    }
  }
  const stated = value.entities ?? value.label ?? value.labels ?? value.annotations;
  return draftFromCharacters(
    {
      text,
      entities: spanList(stated, at, log),
      custom: offsetCustom(offsetUnit, "codepoint"),
      extras: draftFromExtras(value[EXTRAS_KEY], at, log),
      at,
    },
    log,
  );
}
