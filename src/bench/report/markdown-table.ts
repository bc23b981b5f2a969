/** A table in Markdown. Columns of numbers are aligned to the right. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(" | ")} |`;
  const isNumeric = (i: number) => i > 0 && rows.every((row) => row[i] === "" || startsNumeric(row[i] ?? ""));
  const rule = `|${head.map((_, i) => (isNumeric(i) ? "---:" : "---")).join("|")}|`;
  return [line(head), rule, ...rows.map(line)].join("\n");
}

/** Whether a cell begins with a number: `72.91 ± 0.40` and `**70.03**` do, the commit `8f821c1` does not. */
function startsNumeric(cell: string): boolean {
  return /^\W*\d[\d.,]*(?!\w)/.test(cell);
}

/** A bar would end the cell, a line break the row. */
function escaped(cell: string): string {
  return cell.replaceAll("|", "\\|").replaceAll(/\s*\n\s*/g, " ");
}
