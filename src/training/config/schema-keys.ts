import { z } from "zod";

/** A schema without what only says when it may be left out. */
export function innerSchema(schema: z.core.$ZodType): z.core.$ZodType {
  let inner = schema;
  while (
    inner instanceof z.ZodDefault ||
    inner instanceof z.ZodPrefault ||
    inner instanceof z.ZodNullable ||
    inner instanceof z.ZodOptional
  ) {
    inner = inner.def.innerType;
  }
  return inner;
}

/** The objects that a schema takes: one, or several where there is a choice. */
export function objectsOf(schema: z.core.$ZodType): readonly z.ZodObject[] {
  const inner = innerSchema(schema);
  if (inner instanceof z.ZodObject) return [inner];
  return inner instanceof z.ZodUnion ? inner.def.options.flatMap(objectsOf) : [];
}

/** The keys that a config may have at some place. Of several kinds, the one that `value` names there is meant. */
export function keysAt(schema: z.core.$ZodType, path: readonly PropertyKey[], value: unknown): string[] {
  const [key, ...rest] = path;
  const objects = meant(objectsOf(schema), value);
  if (key === undefined) return [...new Set(objects.flatMap(({ shape }) => Object.keys(shape)))];
  const name = String(key);
  return objects.flatMap(({ shape }) =>
    Object.hasOwn(shape, name) ? keysAt(shape[name]!, rest, propertyOf(value, name)) : [],
  );
}

function meant(objects: readonly z.ZodObject[], value: unknown): readonly z.ZodObject[] {
  const kind = propertyOf(value, "kind");
  const named = objects.filter(
    ({ shape }) => shape.kind instanceof z.ZodLiteral && shape.kind.value === kind,
  );
  return named.length > 0 ? named : objects;
}

function propertyOf(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key];
}
