import type { Suite } from "../suite/suite.ts";
import type { BenchTable } from "./table.ts";

/** What people call a row: its title, else its name as a method is written. */
export function rowTitle(suite: Suite, row: string): { readonly text: string; readonly isCode: boolean } {
  for (const { rows } of suite.groups) {
    const found = rows.find(({ name }) => name === row);
    if (found !== undefined && "title" in found && found.title !== undefined) {
      return { text: found.title, isCode: false };
    }
  }
  return { text: row, isCode: true };
}

/** What people call a column: `p = 0.7` where all columns are of one data set. */
export function columnTitle({ columns }: Pick<BenchTable, "columns">, column: string): string {
  const { set, mask } = splitColumn(column);
  if (mask === undefined) return set;
  const isOnly = columns.every((other) => splitColumn(other).set === set);
  return isOnly ? `p = ${mask}` : `${set}, p = ${mask}`;
}

/** The data set and the masking that a column stands for. */
export function splitColumn(column: string): { readonly set: string; readonly mask: number | undefined } {
  const [, set = column, mask] = /^(.*)-p(\d+(?:\.\d+)?)$/u.exec(column) ?? [];
  return { set, mask: mask === undefined ? undefined : Number(mask) };
}
