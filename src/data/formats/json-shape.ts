import type { Offset } from "../sentence.ts";

/** Whether a parsed JSON value is an object with keys. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isString(value: unknown): value is string {
  return typeof value === "string";
}

export function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}

/** Whether it can be what a record calls itself. */
export function isId(value: unknown): value is string | number {
  return typeof value === "string" || Number.isFinite(value);
}

/** Whether it is a list whose every item passes. */
export function isListOf<T>(value: unknown, is: (item: unknown) => item is T): value is T[] {
  return Array.isArray(value) && value.every(is);
}

/** Whether it is a pair of whole numbers. */
export function isOffset(value: unknown): value is Offset {
  return Array.isArray(value) && value.length === 2 && isInteger(value[0]) && isInteger(value[1]);
}

/** The beginning of a value as JSON, for messages. */
export function excerpt(value: unknown, length = 80): string {
  const json = JSON.stringify(value, (_, item: unknown) => (typeof item === "bigint" ? Number(item) : item));
  return (json ?? "nothing").slice(0, length);
}
