import { isRecord } from "../json-shape.ts";
import { fieldIn } from "./text-field.ts";

type Task = Readonly<Record<string, unknown>>;

/** What Label Studio's short export (JSON-MIN, CSV) says of every annotation, besides the task's own data. */
const annotationFields: readonly string[] = [
  "annotation_id",
  "annotator",
  "lead_time",
  "created_at",
  "updated_at",
];

/** Whether a record is a task of the short export: it has labelled spans, or says who annotated it. */
export function isShortTask(record: Task): boolean {
  return "annotation_id" in record || "lead_time" in record || shortResults(record).length > 0;
}

/** The text of a short task: the named field, else `text`, else the only string among its own data. */
export function shortText(task: Task, textField: string | undefined): string | undefined {
  const named = fieldIn(task, textField ?? "text");
  if (typeof named === "string") return named;
  if (textField !== undefined) return undefined;
  const strings = Object.entries(task).filter(
    ([name, value]) => typeof value === "string" && !annotationFields.includes(name),
  );
  return strings.length === 1 ? (strings[0]![1] as string) : undefined;
}

/** The spans of a short task, which are under the names of the label controls, in the shape of the long export's results. */
export function shortResults(task: Task): readonly unknown[] {
  const lists = Object.values(task).filter(
    (value): value is unknown[] =>
      Array.isArray(value) &&
      value.some((item) => isRecord(item) && ("labels" in item || "hypertextlabels" in item)),
  );
  return lists.flat().map((value) => ({ type: "labels", value }));
}
