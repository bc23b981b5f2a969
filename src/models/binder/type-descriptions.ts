import { UserError } from "../../errors.ts";
import { readSettingsFile } from "../../files/index.ts";
import { tokenize } from "../../text/index.ts";
/** What is said of an entity type in words. */
export interface TypeDescription {
  /** A sentence or more, as in annotation guidelines. */
  readonly description?: string;
  /** A word or two. */
  readonly keyword?: string;
}

/** Descriptions by label. */
export type TypeDescriptions = ReadonlyMap<string, TypeDescription>;

/** Reads a JSON or YAML file of descriptions: `LABEL: text`, or `LABEL: { description: text, keyword: word }`. */
export function readTypeDescriptions(path: string): TypeDescriptions {
  return parseTypeDescriptions(readSettingsFile(path), path);
}

/** Checks descriptions that were read or given; `where` is the file, or who else gave them. */
export function parseTypeDescriptions(value: unknown, where: string): TypeDescriptions {
  if (!isObject(value)) {
    throw new UserError(`${where} holds no object of type descriptions`, {
      hint: 'write { "LABEL": "what is labelled so" }',
    });
  }
  return new Map(Object.entries(value).map(([label, given]) => [label, descriptionOf(given, label, where)]));
}

function descriptionOf(given: unknown, label: string, where: string): TypeDescription {
  if (typeof given === "string") return { description: textOf(given, label, where) };
  if (!isObject(given)) throw new UserError(`${where}: the description of "${label}" is no text`);
  const unknown = Object.keys(given).find((key) => key !== "description" && key !== "keyword");
  if (unknown !== undefined) {
    throw new UserError(`${where}: the description of "${label}" has an unknown key "${unknown}"`, {
      hint: "choose one of: description, keyword",
    });
  }
  const { description, keyword } = given;
  return {
    ...(description !== undefined && { description: textOf(description, label, where) }),
    ...(keyword !== undefined && { keyword: textOf(keyword, label, where) }),
  };
}

function textOf(value: unknown, label: string, where: string): string {
  if (typeof value === "string" && tokenize(value).tokens.length > 0) return value;
  throw new UserError(`${where}: the description of "${label}" has no words`);
}

/** The words that stand for a type: its description, or its keyword, or its label made readable. */
export function typeWords(
  label: string,
  { description, keyword }: TypeDescription,
  source: "guideline" | "keyword",
): string[] {
  const text = (source === "guideline" ? description : undefined) ?? keyword ?? readableLabel(label);
  return tokenize(text).tokens;
}

/** `CellLine`, `cell_line` and `CELL-LINE` are all "cell line". */
export function readableLabel(label: string): string {
  const text = label
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .replace(/[_\-./:]+/g, " ")
    .trim()
    .toLowerCase();
  return tokenize(text).tokens.length > 0 ? text : "entity";
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
