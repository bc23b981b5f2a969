/** A table in Markdown; the first column is words, the others are numbers. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escaped).join(" | ")} |`;
  const rule = `|${head.map((_, i) => (i === 0 ? "---" : "---:")).join("|")}|`;
  return [line(head), rule, ...rows.map(line)].join("\n");
}

/** A bar would end the cell, a line break the row. */
function escaped(cell: string): string {
  return cell.replaceAll("|", "\\|").replaceAll(/\s*\n\s*/g, " ");
}
