import { readFile, writeFile } from "node:fs/promises";
import { UserError } from "../../errors.ts";
import { replaceFile } from "../../files/index.ts";

/**
 * Writes the part of a page between `<!-- NAME:begin -->` and `<!-- NAME:end -->`; what stands around it stays. A page
 * without these marks gets them at its end, and a page that is not there is made.
 */
export async function writePageSection(path: string, name: string, body: string): Promise<void> {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`];
  const page = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "# Results\n";
    throw error;
  });
  const section = `${begin}\n\n${body.trim()}\n\n${end}`;
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if ((from === -1) !== (to === -1) || to < from) {
    throw new UserError(
      `"${path}" has only one of "${begin}" and "${end}", or has them the wrong way round`,
      {
        hint: "put both on lines of their own, around what may be replaced",
      },
    );
  }
  const whole =
    from === -1
      ? `${page.trimEnd()}\n\n${section}\n`
      : page.slice(0, from) + section + page.slice(to + end.length);
  if (whole !== page) await replaceFile(path, (temporary) => writeFile(temporary, whole));
}
