import { withoutCompression } from "../../bytes/compression.ts";
import type { Draft, Format, ReadOptions, TextRecord, WriteOptions } from "../../format.ts";
import type { FilePosition, ReadLog } from "../../read-log.ts";
import { writeLines } from "../../write-lines.ts";
import { usualUnit } from "../character-offsets/convert-spans.ts";
import { draftFromCharacters } from "../character-offsets/draft.ts";
import type { CharacterEntity } from "../character-offsets/locate-entities.ts";
import { characterRecord } from "../character-offsets/record.ts";
import { EXTRAS_KEY, withExtras } from "../extras.ts";
import { excerpt, isRecord, isString } from "../json-shape.ts";
import { isShortTask, shortResults, shortText } from "./label-studio-min.ts";
import { ownFields } from "./own-fields.ts";
import { readJsonRecords } from "./records.ts";
import { fieldIn, fieldNames, NO_TEXT } from "./text-field.ts";

/**
 * Label Studio's tasks, as a JSON array (its export) or one per line; written as an
 * array, or as lines to a `.jsonl` file. Offsets count code points; those of
 * older releases count UTF-16 units (label-studio#1347), which the quoted `text` of each span shows.
 */
export const labelStudio: Format = {
  name: "label-studio",
  title: "Label Studio JSON (data.text, annotations[].result[])",
  holds: "texts",

  read: readJsonRecords(readTask),

  async write(path, sentences, options) {
    const asArray = !withoutCompression(path).endsWith(".jsonl");
    async function* lines() {
      if (asArray) yield "[";
      let pending: string | undefined;
      for await (const sentence of sentences) {
        if (pending !== undefined) yield asArray ? `${pending},` : pending;
        pending = taskOf(sentence, path, options);
      }
      if (pending !== undefined) yield pending;
      if (asArray) yield "]";
    }
    await writeLines(path, lines());
  },
};

function taskOf(record: TextRecord, path: string, options: WriteOptions): string {
  const { offsetUnit = usualUnit, predictedBy } = options;
  const { id, meta } = record;
  // What a task says besides its text stands beside the text in `data`.
  const isData = isRecord(meta) && Object.keys(meta).length > 0 && !("text" in meta);
  const native = ["scores", "id", ...(isData ? ["meta" as const] : [])] as const;
  const { text, spans, extras } = characterRecord(record, offsetUnit, native, path);
  const result = spans.map(({ start, end, quoted, entity }, i) => ({
    id: `e${i + 1}`,
    from_name: "label",
    to_name: "text",
    type: "labels",
    ...(entity.score !== undefined && { score: entity.score }),
    value: { start, end, text: quoted, labels: [entity.label] },
  }));
  const labels =
    predictedBy === undefined
      ? { annotations: [{ result, was_cancelled: false }] }
      : { predictions: [{ model_version: predictedBy, ...meanScore(record), result }] };
  const task = {
    ...(id !== undefined && { id }),
    data: { text, ...(isData && (meta as object)) },
    ...labels,
  };
  return JSON.stringify(withExtras(task, extras));
}

/** What Label Studio sorts tasks by: how sure the model is of them. */
function meanScore({ entities }: TextRecord): { score?: number } {
  const scores = entities.flatMap(({ score }) => score ?? []);
  if (scores.length === 0) return {};
  return { score: scores.reduce((sum, score) => sum + score, 0) / scores.length };
}

/** The fields that Label Studio writes, its own bookkeeping included. */
const known = new Set(
  "data annotations completions predictions drafts inner_id project created_at updated_at updated_by file_upload total_annotations cancelled_annotations total_predictions comment_count unresolved_comment_count last_comment_updated_at comment_authors is_labeled overlap annotators agreement".split(
    " ",
  ),
);

function readTask(value: unknown, at: FilePosition, options: ReadOptions): Draft | undefined {
  const { log } = options;
  if (!isRecord(value) || !(isRecord(value.data) || isShortTask(value))) {
    log.drop(at, "object that is no task of Label Studio", excerpt(value));
    return undefined;
  }
  const text = textOfTask(value, options.textField);
  if (text === undefined) {
    log.drop(at, NO_TEXT, `found ${fieldNames(isRecord(value.data) ? value.data : value)}`);
    return undefined;
  }
  const results = resultsOf(value, at, log);
  if (results === "cancelled") return undefined;
  const extras = isRecord(value.data)
    ? ownFields({ ...value, meta: restOf(value.data, text) }, known, at, log)
    : ownFields(value, new Set(Object.keys(value)), at, log);
  if (results === "none" && extras.completeness === undefined) {
    log.assume(`${at.file}: tasks that nobody annotated are partial: nothing is known of them`);
    extras.completeness = "partial";
  }
  const entities = results === "none" ? [] : results.flatMap((result) => spansOf(result, at, log));
  return draftFromCharacters({ text, entities, extras, at }, options);
}

/** What `data` holds besides the text. */
function restOf(data: Readonly<Record<string, unknown>>, text: string): unknown {
  const key = data.text === text ? "text" : Object.keys(data).find((name) => data[name] === text);
  const rest = Object.fromEntries(Object.entries(data).filter(([name]) => name !== key));
  return Object.keys(rest).length > 0 ? rest : undefined;
}

/** The task's text: the named field or `text` of `data`, else the only string there; in the short export next to the labels. */
function textOfTask(
  task: Readonly<Record<string, unknown>>,
  textField: string | undefined,
): string | undefined {
  const { data } = task;
  if (!isRecord(data)) return shortText(task, textField);
  const named = fieldIn(data, textField ?? "text") ?? fieldIn(task, textField ?? "text");
  if (typeof named === "string" || textField !== undefined) return isString(named) ? named : undefined;
  const strings = Object.values(data).filter((value) => typeof value === "string");
  return strings.length === 1 ? strings[0] : undefined;
}

/** The results of the annotation that counts: the ground truth, else the first that was not cancelled. */
function resultsOf(
  task: Readonly<Record<string, unknown>>,
  at: FilePosition,
  log: ReadLog,
): readonly unknown[] | "none" | "cancelled" {
  if (!isRecord(task.data)) return shortResults(task);
  // Before release 1.0 annotations were called completions.
  const stated = task.annotations ?? task.completions;
  const all = Array.isArray(stated) ? stated.filter(isRecord) : [];
  if (all.length === 0) return ownPredictions(task) ?? "none";
  const valid = all.filter((annotation) => annotation.was_cancelled !== true && annotation.skipped !== true);
  const chosen = valid.find((annotation) => annotation.ground_truth === true) ?? valid[0];
  if (chosen === undefined) {
    log.drop(at, "task whose annotations were cancelled", `${all.length} of them`);
    return "cancelled";
  }
  for (const other of valid) {
    if (other === chosen) continue;
    const detail = `annotation ${JSON.stringify(other.id) ?? "without id"}`;
    log.drop(at, "second annotation of the same task", detail);
  }
  return Array.isArray(chosen.result) ? chosen.result : [];
}

/** The predictions of a task that Lacuna wrote and nobody imported since; those of others are nobody's labels. */
function ownPredictions(task: Readonly<Record<string, unknown>>): readonly unknown[] | undefined {
  if (!isRecord(task[EXTRAS_KEY]) || !Array.isArray(task.predictions)) return undefined;
  const own: unknown = task.predictions[0];
  return isRecord(own) && Array.isArray(own.result) ? own.result : undefined;
}

/** The spans of one result: one for each of its labels. Choices, relations and the like are dropped and logged. */
function spansOf(result: unknown, at: FilePosition, log: ReadLog): CharacterEntity[] {
  const value = isRecord(result) && isRecord(result.value) ? result.value : undefined;
  const labels = value?.labels ?? value?.hypertextlabels;
  if (!isRecord(result) || value === undefined || !Array.isArray(labels) || labels.length === 0) {
    const type = isRecord(result) ? result.type : typeof result;
    const detail = `type ${JSON.stringify(type) ?? "missing"}`;
    log.drop(at, "result that is no labelled span", detail);
    return [];
  }
  // Spans in marked-up text have offsets into the plain text besides their paths.
  const { start, end } = isRecord(value.globalOffsets) ? value.globalOffsets : value;
  return labels.map((label: unknown) => ({ start, end, label, score: result.score, quoted: value.text }));
}
