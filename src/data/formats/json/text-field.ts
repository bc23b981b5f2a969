import type { ReadOptions } from "../../format.ts";
import type { FilePosition } from "../../read-log.ts";
import { excerpt, isRecord } from "../json-shape.ts";

/** Why a record was dropped: where a text was looked for there is none. */
export const NO_TEXT = "record without a text";

type Fields = Readonly<Record<string, unknown>>;

/**
 * The text of a record: in the field that the user names, else in the first of the `usual` ones that has one. A record
 * without is dropped, and its fields are listed.
 */
export function textIn(
  record: unknown,
  usual: readonly string[],
  at: FilePosition,
  { log, textField }: Pick<ReadOptions, "log" | "textField">,
): string | undefined {
  const wanted = textField === undefined ? usual : [textField];
  for (const name of isRecord(record) ? wanted : []) {
    const text = fieldIn(record as Fields, name);
    if (typeof text === "string") return text;
  }
  const looked = `looked for ${wanted.map((name) => JSON.stringify(name)).join(" and ")}`;
  log.drop(at, NO_TEXT, `${looked}, found ${isRecord(record) ? fieldNames(record) : excerpt(record)}`);
  return undefined;
}

/** A field by its name, or by a path of names with dots between them. */
export function fieldIn(record: Fields, name: string): unknown {
  if (Object.hasOwn(record, name)) return record[name];
  const dot = name.indexOf(".");
  const inner = dot > 0 && Object.hasOwn(record, name.slice(0, dot)) ? record[name.slice(0, dot)] : undefined;
  return isRecord(inner) ? fieldIn(inner, name.slice(dot + 1)) : undefined;
}

/** The field with the longest string, which is where a text would be. */
export function likelyTextField(record: Fields, prefix = ""): string | undefined {
  let [best, length] = [undefined as string | undefined, 0];
  for (const [name, value] of Object.entries(record)) {
    const inner = isRecord(value) && prefix === "" ? likelyTextField(value, `${name}.`) : undefined;
    const path = inner ?? `${prefix}${name}`;
    const text = inner === undefined ? value : fieldIn(record, path);
    if (typeof text === "string" && text.length > length) [best, length] = [path, text.length];
  }
  return best;
}

export function fieldNames(record: Fields): string {
  const names = Object.keys(record).map((name) => JSON.stringify(name));
  if (names.length === 0) return "no fields";
  const more = names.length > 20 ? ` and ${names.length - 20} more` : "";
  return `the field${names.length === 1 ? "" : "s"} ${names.slice(0, 20).join(", ")}${more}`;
}

/** The fields that a format knows, and those that the user names. */
export function knownFields(
  known: ReadonlySet<string>,
  { textField, labelField }: Pick<ReadOptions, "textField" | "labelField">,
): ReadonlySet<string> {
  const named = [textField, labelField].flatMap((name) =>
    name === undefined ? [] : [name, name.split(".")[0]!],
  );
  return named.length === 0 ? known : new Set([...known, ...named]);
}
