import { readFile, writeFile } from "node:fs/promises";
import { replaceFile } from "../../src/replace-file.ts";

/**
 * Writes the part of a page between `<!-- NAME:begin -->` and `<!-- NAME:end -->`; what stands around it stays. A page
 * without these marks gets them at its end, and a page that is not there is made.
 */
export async function writeDocsSection(path: string, name: string, body: string): Promise<void> {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const page = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "# Results\n";
    throw error;
  });
  const section = `${begin}\n\n${body.trim()}\n\n${end}`;
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if ((from === -1) !== (to === -1) || to < from)
    throw new Error(`"${path}" has one of "${begin}", "${end}" only`);
  const whole =
    from === -1
      ? `${page.trimEnd()}\n\n${section}\n`
      : page.slice(0, from) + section + page.slice(to + end.length);
  if (whole !== page) await replaceFile(path, (temporary) => writeFile(temporary, whole));
}

/** A table in Markdown; the first column is words, the others are numbers. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const rule = `|${head.map((_, i) => (i === 0 ? "---" : "---:")).join("|")}|`;
  return [line(head), rule, ...rows.map(line)].join("\n");
}
