import { readdir, stat } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { ReadLog, readLines } from "../data/index.ts";
import { UserError } from "../errors.ts";
import { type Added, Dictionary } from "./dictionary.ts";
import type { MatchOptions } from "./match-options.ts";

const reasons: Readonly<Record<Exclude<Added, "added" | "short">, string>> = {
  empty: "empty phrase",
  duplicate: "phrase listed twice for one label",
  unlabelled: "empty label",
};

/**
 * Reads a dictionary from a folder with one `LABEL.txt` per label (one phrase per line), from one such file, or
 * from a table of `phrase<TAB>label` (a `.tsv` file, alone or in the folder, or any single file whose first line
 * has a tab; `-` is such a table from standard input). Whatever is not used is reported with file and line.
 *
 * @param more phrases and their labels from elsewhere; those that the files have already are passed over
 */
export async function loadDictionary(
  path: string,
  options: MatchOptions = {},
  log: ReadLog = new ReadLog(),
  more: Iterable<readonly [phrase: string, label: string]> = [],
): Promise<Dictionary> {
  const dictionary = new Dictionary(options);
  if ((options.unit ?? "auto") === "auto") {
    log.assume(`dictionary "${path}" is matched by ${dictionary.unit}`);
  }
  let short = 0;
  for (const file of await filesOf(path, log)) short += await readPhrases(file, dictionary, log);
  if (short > 0) {
    log.assume(
      `${short} phrases of "${path}" are shorter than ${options.minCharacters} characters: left out`,
    );
  }
  if (dictionary.size === 0) {
    throw new UserError(`dictionary "${path}" has no phrases`, {
      hint: "give a folder of LABEL.txt files with one phrase per line, or a file of phrase<TAB>label",
    });
  }
  for (const [phrase, label] of more) dictionary.add(phrase, label);
  return dictionary.close();
}

type Layout = "list" | "table" | "unsure";

interface PhraseFile {
  readonly path: string;
  readonly layout: Layout;
}

async function filesOf(path: string, log: ReadLog): Promise<PhraseFile[]> {
  const isFolder = path !== "-" && (await stat(path).catch(() => undefined))?.isDirectory() === true;
  // A single file of an unknown kind is looked into; `readLines` says if it is not there.
  if (!isFolder) return [{ path, layout: path === "-" || extname(path) === ".tsv" ? "table" : "unsure" }];
  const files: PhraseFile[] = [];
  const found = await readdir(path, { withFileTypes: true });
  for (const { name } of found.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = join(path, name);
    const isFile = (await stat(file).catch(() => undefined))?.isFile() === true;
    const kind = extname(name);
    if (isFile && kind === ".txt") files.push({ path: file, layout: "list" });
    else if (isFile && kind === ".tsv") files.push({ path: file, layout: "table" });
    else if (!name.startsWith(".")) {
      log.add({ kind: "dropped", reason: "not a .txt or .tsv file", file, line: 1, detail: `"${name}"` });
    }
  }
  return files;
}

// Returns how many phrases were too short.
async function readPhrases(file: PhraseFile, dictionary: Dictionary, log: ReadLog): Promise<number> {
  const { path } = file;
  let { layout } = file;
  const label = basename(path, extname(path));
  let short = 0;
  for await (const { first, lines } of readLines(path, log)) {
    if (layout === "unsure") {
      layout = lines[0]?.includes("\t") ? "table" : "list";
      log.assume(
        layout === "table"
          ? `"${path}" is read as phrase<TAB>label`
          : `every line of "${path}" is read as a phrase labelled "${label}"`,
      );
    }
    for (const [i, line] of lines.entries()) {
      const added = layout === "list" ? dictionary.add(line, label) : addRow(line, first + i);
      if (added === "short") short++;
      if (added === undefined || added === "added" || added === "short") continue;
      drop(reasons[added], first + i, line);
    }
  }
  return short;

  function addRow(line: string, number: number): Added | undefined {
    const tab = line.indexOf("\t");
    if (tab < 0) {
      drop(line.trim() === "" ? reasons.empty : "no label column", number, line);
      return undefined;
    }
    const next = line.indexOf("\t", tab + 1);
    if (next >= 0) {
      const detail = `"${shorten(line.slice(next + 1))}"`;
      log.add({
        kind: "repaired",
        reason: "columns after the label ignored",
        file: path,
        line: number,
        detail,
      });
    }
    return dictionary.add(line.slice(0, tab), line.slice(tab + 1, next < 0 ? undefined : next).trim());
  }

  function drop(reason: string, line: number, text: string): void {
    log.add({ kind: "dropped", reason, file: path, line, detail: `"${shorten(text)}"` });
  }
}

function shorten(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
}
