import { type Html, html, table } from "../../report/index.ts";

interface Row {
  readonly key: string;
  readonly value: string;
}

/** A config as a table, one row per value; keys are written as `--set` takes them. */
export function configTable(config: object): Html {
  return table<Row>({
    name: "config",
    columns: [
      { heading: "key", cell: ({ key }) => html`<code>${key}</code>` },
      { heading: "value", cell: ({ value }) => html`<code>${value}</code>` },
    ],
    rows: rowsOf(config, ""),
  });
}

function rowsOf(value: unknown, key: string): Row[] {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    const entries = Object.entries(value);
    if (entries.length > 0)
      return entries.flatMap(([name, inner]) => rowsOf(inner, key === "" ? name : `${key}.${name}`));
    if (key === "") return [];
  }
  if (value === undefined) return [];
  return [{ key, value: typeof value === "string" ? value : (JSON.stringify(value) ?? String(value)) }];
}
