import { basename } from "node:path";
import { UserError } from "../../../errors.ts";
import type { Draft, Format, ReadOptions } from "../../format.ts";
import { shownPath } from "../../input-path.ts";
import type { FilePosition, ReadLog } from "../../read-log.ts";
import { draftFromCharacters } from "../character-offsets/draft.ts";
import { spanList } from "../json/spans.ts";
import { isRecord } from "../json-shape.ts";
import { Usage } from "../usage.ts";

/**
 * Tables with a header and a text per row: comma-, tab-, semicolon- or bar-separated. A column may hold the
 * entities as JSON, as in Label Studio's CSV and TSV exports; without one, nothing is known of the texts.
 */
export const csv: Format = {
  name: "csv",
  title: "CSV or TSV with a header: a column of texts, perhaps one of entities as JSON (read only)",
  holds: "texts",

  async *read(path, options) {
    const file = shownPath(path);
    const { tableRows } = await import("./table.ts");
    const rows = tableRows(path, options);
    const header = await rows.next();
    if (header.done) return;
    const names = header.value.cells.map((name) => name.trim());
    const sample: Row[] = [];
    while (sample.length < SAMPLE) {
      const next = await rows.next();
      if (next.done) break;
      sample.push(next.value);
    }
    const columns = findColumns(names, sample, file, options);
    describe(columns, names, file, options.log);

    const usage = new Usage(file, options.log);
    const draftOf = (row: Row): Draft => {
      usage.used();
      return readRow(row, columns, names.length, options);
    };
    for (const row of sample) yield draftOf(row);
    for await (const row of rows) yield draftOf(row);
    usage.check();
  },
};

/** How many rows are looked at to find the columns. */
const SAMPLE = 200;

/** The names of columns that hold texts, the best first. */
export const textColumns: readonly string[] = ["text", "sentence", "content"];

type Row = { readonly cells: readonly string[]; readonly at: FilePosition };

interface Columns {
  readonly text: number;
  /** `undefined` where the table has no labels. */
  readonly entities: number | undefined;
  /** `undefined` where no column is called so. */
  readonly id: number | undefined;
  /** All others, by name. */
  readonly meta: readonly (readonly [name: string, column: number])[];
}

function findColumns(
  names: readonly string[],
  sample: readonly Row[],
  file: string,
  { textField, labelField }: ReadOptions,
): Columns {
  const list = names.map((name) => JSON.stringify(name)).join(", ");
  const named = (name: string, option: string) => {
    const found = names.indexOf(name);
    if (found >= 0) return found;
    throw new UserError(`${file}:1: no column is called ${JSON.stringify(name)}`, {
      hint: `${option} takes one of: ${list}`,
    });
  };
  const folded = names.map((name) => name.toLowerCase());
  const usual = textColumns.map((name) => folded.indexOf(name)).find((column) => column >= 0);
  const only = names.length === 1 ? 0 : undefined;
  const text = textField === undefined ? (usual ?? only) : named(textField, "--text-field");
  if (text === undefined) {
    const longest = names.map((_, i) => sample.reduce((sum, { cells }) => sum + (cells[i]?.length ?? 0), 0));
    const likely = names[longest.indexOf(Math.max(...longest))];
    throw new UserError(`${file}:1: no column is called "text"; the columns are ${list}`, {
      hint: `name the one that holds the text: --text-field ${likely}`,
    });
  }
  const found = names.findIndex((_, i) => i !== text && holdsEntities(sample.map(({ cells }) => cells[i])));
  const entities = labelField === undefined ? found : named(labelField, "--label-field");
  const id = folded.findIndex((name, i) => name === "id" && i !== text && i !== entities);
  const meta = names.flatMap((name, i) =>
    i === text || i === entities || i === id ? [] : [[name, i] as const],
  );
  return { text, entities: entities < 0 ? undefined : entities, id: id < 0 ? undefined : id, meta };
}

/** Whether cells are JSON lists of spans; empty ones say nothing. */
function holdsEntities(cells: readonly (string | undefined)[]): boolean {
  const filled = cells.filter((cell) => cell !== undefined && cell.trim() !== "");
  return filled.length > 0 && filled.every((cell) => spansOf(cell!)?.every(isSpan) === true);
}

function isSpan(item: unknown): boolean {
  if (Array.isArray(item)) return item.length >= 3 && typeof item[0] === "number";
  return isRecord(item) && ("start" in item || "start_offset" in item);
}

function spansOf(cell: string): unknown[] | undefined {
  if (cell.trim() === "") return [];
  try {
    const value: unknown = JSON.parse(cell);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function describe({ text, entities }: Columns, names: readonly string[], file: string, log: ReadLog): void {
  const quoted = (column: number) => JSON.stringify(names[column]);
  const labels =
    entities === undefined
      ? "no column holds entities, so every text is partial"
      : `entities in ${quoted(entities)}`;
  log.assume(`${basename(file)}: texts in the column ${quoted(text)}, ${labels}`);
}

function readRow({ cells, at }: Row, columns: Columns, width: number, options: ReadOptions): Draft {
  const { log } = options;
  const shown = `${cells.length} instead of ${width}`;
  if (cells.length > width)
    log.repair(at, "row with more cells than the header, the rest is not used", shown);
  if (cells.length < width) log.repair(at, "row with fewer cells than the header", shown);
  const stated = columns.entities === undefined ? "" : (cells[columns.entities] ?? "");
  const spans = spansOf(stated);
  if (spans === undefined) log.drop(at, "cell that is no JSON list of entities", stated.slice(0, 80));
  const id = columns.id === undefined ? "" : (cells[columns.id] ?? "");
  const meta = Object.fromEntries(columns.meta.map(([name, column]) => [name, cells[column] ?? ""]));
  return draftFromCharacters(
    {
      text: cells[columns.text] ?? "",
      entities: spanList(spans ?? [], at, log),
      extras: {
        ...(columns.entities === undefined && { completeness: "partial" as const }),
        ...(id !== "" && { id }),
        ...(columns.meta.length > 0 && { meta }),
      },
      at,
    },
    options,
  );
}
