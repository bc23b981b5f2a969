import { basename } from "node:path";
import type { FilePosition, ReadLog } from "../../read-log.ts";
import { type DraftExtras, draftFromExtras, EXTRAS_KEY } from "../extras.ts";
import { isId } from "../json-shape.ts";

type JsonRecord = Readonly<Record<string, unknown>>;

/**
 * What a record says besides its text and labels: its `id` and `meta`, and what Lacuna wrote beside them. Fields that are
 * neither these nor `known` are listed in the log, once for a file.
 */
export function ownFields(
  record: JsonRecord,
  known: ReadonlySet<string>,
  at: FilePosition,
  log: ReadLog,
): DraftExtras {
  const extras = draftFromExtras(record[EXTRAS_KEY], at, log);
  const { id, meta } = record;
  if (isId(id)) extras.id ??= id;
  if (meta !== undefined && meta !== null) extras.meta ??= meta;
  listUnused(record, known, at, log);
  return extras;
}

/** Lists the fields of a record that are not `known`. */
export function listUnused(
  record: JsonRecord,
  known: ReadonlySet<string>,
  { file }: FilePosition,
  log: ReadLog,
): void {
  for (const key of Object.keys(record)) {
    if (known.has(key) || key === "id" || key === "meta" || key === EXTRAS_KEY) continue;
    log.assume(`${basename(file)}: the field ${JSON.stringify(key)} is not used and not kept`);
  }
}

/** The `id` and `meta` of a sentence as fields of a record. */
export function givenBack({ id, meta }: { readonly id?: string | number; readonly meta?: unknown }): {
  readonly before: object;
  readonly after: object;
} {
  return { before: id === undefined ? {} : { id }, after: meta === undefined ? {} : { meta } };
}
