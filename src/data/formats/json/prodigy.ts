import { convertOffsets, type OffsetUnit } from "../../../text/index.ts";
import type { Draft, Format, ReadOptions } from "../../format.ts";
import type { FilePosition } from "../../read-log.ts";
import type { Offset } from "../../sentence.ts";
import { usualUnit } from "../character-offsets/convert-spans.ts";
import { draftFromCharacters } from "../character-offsets/draft.ts";
import type { CharacterEntity } from "../character-offsets/locate-entities.ts";
import { characterRecord } from "../character-offsets/record.ts";
import { withExtras } from "../extras.ts";
import { excerpt, isRecord } from "../json-shape.ts";
import { givenBack, ownFields } from "./own-fields.ts";
import { readJsonRecords, writeJsonRecords } from "./records.ts";
import { spanList, tokenOffsets } from "./spans.ts";
import { knownFields, textIn } from "./text-field.ts";

/**
 * Prodigy's JSONL: `text`, `spans`, `tokens` and the annotator's `answer`. Only accepted
 * lines are labelled data. Offsets count code points; `token_end` is inclusive.
 */
export const prodigy: Format = {
  name: "prodigy",
  title: "Prodigy JSONL (text, spans, tokens, answer)",
  holds: "texts",

  read: readJsonRecords(readTask),

  write: writeJsonRecords((sentence, path, { offsetUnit = usualUnit }) => {
    const native = ["tokens", "scores", "id", "meta"] as const;
    const { text, spans, words, extras } = characterRecord(sentence, offsetUnit, native, path);
    const points = words === undefined ? undefined : spacesAfter(sentence.tokens, text, words, offsetUnit);
    const { before, after } = givenBack(sentence);
    const record = {
      ...before,
      text,
      ...(points !== undefined && { tokens: points }),
      spans: spans.map(({ start, end, entity }) => ({
        start,
        end,
        token_start: entity.start,
        token_end: entity.end - 1,
        label: entity.label,
        ...(entity.score !== undefined && { score: entity.score }),
      })),
      ...after,
      answer: "accept",
    };
    return withExtras(record, extras);
  }),
};

/** The fields that Prodigy's recipes write, its own bookkeeping included. */
const known = new Set(
  "text spans tokens answer label relations options accept html style _is_binary _view_id _input_hash _task_hash _session_id _annotator_id _timestamp".split(
    " ",
  ),
);

function readTask(value: unknown, at: FilePosition, options: ReadOptions): Draft | undefined {
  const { log, offsetUnit } = options;
  const drop = (reason: string, detail: string) => {
    log.drop(at, reason, detail);
    return undefined;
  };
  const text = textIn(value, ["text"], at, options);
  if (!isRecord(value) || text === undefined) return undefined;
  const { answer } = value;
  if (answer !== undefined && answer !== "accept") {
    return drop("line whose answer is not accept", `answer ${JSON.stringify(answer)}: ${text.slice(0, 60)}`);
  }
  const extras = ownFields(value, knownFields(known, options), at, log);
  const offsets = extras.offsets ?? tokenOffsets(text, value.tokens, offsetUnit ?? usualUnit);
  if (offsets === undefined && value.tokens !== undefined && value.tokens !== null) {
    log.repair(at, "words that do not fit the text; cut anew", excerpt(value.tokens));
  }
  const entities = spanList(value.spans, at, log).map((span, i) =>
    placed(span, value.spans, i, value.tokens),
  );
  return draftFromCharacters(
    { text, entities, extras, at, ...(offsets !== undefined && { offsets }) },
    options,
  );
}

/** Some recipes state a span by its words only: the characters are taken from those. */
function placed(span: CharacterEntity, spans: unknown, index: number, tokens: unknown): CharacterEntity {
  if (span.start !== undefined || !Array.isArray(tokens)) return span;
  const stated: unknown = (spans as unknown[])[index];
  if (!isRecord(stated)) return span;
  const first: unknown = tokens[Number(stated.token_start)];
  const last: unknown = tokens[Number(stated.token_end)];
  return isRecord(first) && isRecord(last) ? { ...span, start: first.start, end: last.end } : span;
}

/** Prodigy's `ws` says whether a blank follows the word. */
function spacesAfter(tokens: readonly string[], text: string, words: readonly Offset[], unit: OffsetUnit) {
  const ends = convertOffsets(
    text,
    words.map(([, end]) => end),
    unit,
    "utf16",
  );
  return words.map(([start, end], id) => ({
    text: tokens[id]!,
    start,
    end,
    id,
    ws: text[ends[id] ?? text.length] === " ",
  }));
}
