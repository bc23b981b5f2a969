import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

/** What is below a folder: the hash of each file by its path. A folder is its files; an empty one is kept as `NAME/`. */
export type Snapshot = ReadonlyMap<string, string>;

/** Fields that a clock has filled, or that tell whether a run was resumed; and hashes of files that have such. */
const TIMED_FIELD =
  /seconds$|^(?:wordsPerSecond|peakMegabytes|sittings|resumed|started|finished|sha256|bytes)$/i;

/** Reads all that is below a folder. Of files that `isTimed`, only that they are whole is taken: they say how long something took. */
export function snapshotOf(folder: string, isTimed: (path: string) => boolean = () => false): Snapshot {
  const found = new Map<string, string>();
  const visit = (path: string) => {
    const names = readdirSync(path);
    if (names.length === 0 && path !== folder) found.set(`${nameOf(folder, path)}/`, "");
    for (const name of names) {
      const own = join(path, name);
      if (statSync(own).isDirectory()) visit(own);
      else found.set(nameOf(folder, own), contentOf(own, isTimed(nameOf(folder, own)), dirname(folder)));
    }
  };
  if (existsSync(folder)) visit(folder);
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function nameOf(folder: string, path: string): string {
  return relative(folder, path).replaceAll(sep, "/");
}

function contentOf(path: string, isTimed: boolean, place: string): string {
  const bytes = readFileSync(path);
  if (!isTimed) return createHash("sha256").update(bytes).digest("hex");
  // Some tell the whole paths of what they were made from.
  const text = bytes.toString("utf8").replaceAll(place, "");
  if (path.endsWith("usage.json")) return "there";
  try {
    if (path.endsWith(".jsonl")) {
      for (const line of text.split("\n").filter((own) => own !== "")) JSON.parse(line);
      return "whole lines";
    }
    if (path.endsWith(".json")) {
      const untimed = JSON.parse(text, (key, value) => (TIMED_FIELD.test(key) ? undefined : value));
      return createHash("sha256").update(JSON.stringify(untimed)).digest("hex");
    }
  } catch {
    return "cut JSON";
  }
  if (path.endsWith(".html"))
    return text.trimEnd().endsWith("</html>") ? "a whole page" : "a page that is cut";
  return "there";
}

/** How two snapshots differ, in a few words; undefined if they do not. */
export function difference(found: Snapshot, wanted: Snapshot): string | undefined {
  const told = [
    ...[...wanted.keys()].filter((path) => !found.has(path)).map((path) => `no ${path}`),
    ...[...found].flatMap(([path, hash]) =>
      !wanted.has(path) ? [`${path} is left`] : wanted.get(path) !== hash ? [`${path} differs`] : [],
    ),
  ];
  return told.length === 0 ? undefined : told.slice(0, 4).join(", ");
}

/** The files that have one of these names, or stand below a folder that has. */
export function filesNamed(all: Snapshot, names: readonly string[]): Snapshot {
  return new Map(
    [...all].filter(([path]) => names.some((name) => path === name || path.startsWith(`${name}/`))),
  );
}
