import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ReadLog } from "../data/read-log.ts";
import { UserError } from "../errors.ts";
import type { Dictionary } from "./dictionary.ts";
import { loadDictionary } from "./load-dictionary.ts";

const root = mkdtempSync(join(tmpdir(), "lacuna-dictionary-"));
afterAll(() => rmSync(root, { recursive: true }));

function folder(name: string, files: Record<string, string | Uint8Array>): string {
  const path = join(root, name);
  mkdirSync(path);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), text);
  return path;
}

function entries(dictionary: Dictionary): string[] {
  return Array.from({ length: dictionary.size }, (_, i) => `${dictionary.phrase(i)}|${dictionary.label(i)}`);
}

function notices(log: ReadLog, path: string): string[] {
  return log.notices.map(
    ({ kind, reason, file, line, detail }) =>
      `${file.slice(path.length + 1)}:${line} ${kind} ${reason} ${detail}`,
  );
}

test("a folder with a file per label, in the order of the names", async () => {
  const path = folder("labels", {
    "PER.txt": "\uFEFFAda Lovelace\r\nGrace Hopper\r\n\r\nAda Lovelace",
    "LOC.txt": "Paris\n  \n Paris \nNew\u00a0York\n",
    "more.tsv": "Leeds\tLOC\nApple\tORG\n",
    "README.md": "read me",
    ".hidden": "x",
  });
  const log = new ReadLog();
  const dictionary = await loadDictionary(path, {}, log);
  expect(entries(dictionary)).toEqual([
    "Paris|LOC",
    "New\u00a0York|LOC",
    "Ada Lovelace|PER",
    "Grace Hopper|PER",
    "Leeds|LOC",
    "Apple|ORG",
  ]);
  expect(dictionary.labels).toEqual(["LOC", "PER", "ORG"]);
  expect(notices(log, path)).toEqual([
    'README.md:1 dropped not a .txt or .tsv file "README.md"',
    'LOC.txt:2 dropped empty phrase "  "',
    'LOC.txt:3 dropped phrase listed twice for one label " Paris "',
    'PER.txt:3 dropped empty phrase ""',
    'PER.txt:4 dropped phrase listed twice for one label "Ada Lovelace"',
  ]);
  expect([...log.assumptions]).toEqual([`dictionary "${path}" is matched by words`]);
});

test("a table of phrases and labels", async () => {
  const path = folder("table", {
    "names.tsv": "Paris\tLOC\nParis\tPER\nBerlin\n\tLOC\nRome\t \nOslo\tLOC\t0.9\n\nParis\tLOC\n",
  });
  const log = new ReadLog();
  const dictionary = await loadDictionary(join(path, "names.tsv"), {}, log);
  expect(entries(dictionary)).toEqual(["Paris|LOC", "Paris|PER", "Oslo|LOC"]);
  expect(notices(log, path)).toEqual([
    'names.tsv:3 dropped no label column "Berlin"',
    'names.tsv:4 dropped empty phrase "\tLOC"',
    'names.tsv:5 dropped empty label "Rome\t "',
    'names.tsv:6 repaired columns after the label ignored "0.9"',
    'names.tsv:7 dropped empty phrase ""',
    'names.tsv:8 dropped phrase listed twice for one label "Paris\tLOC"',
  ]);
});

test("a single file is looked into", async () => {
  const path = folder("single", { "PER.txt": "Ada\n", "names.txt": "Ada\tPER\nParis\tLOC\n" });
  const log = new ReadLog();
  expect(entries(await loadDictionary(join(path, "PER.txt"), {}, log))).toEqual(["Ada|PER"]);
  expect(entries(await loadDictionary(join(path, "names.txt"), {}, log))).toEqual(["Ada|PER", "Paris|LOC"]);
  expect([...log.assumptions].filter((text) => text.includes("read as"))).toEqual([
    `every line of "${join(path, "PER.txt")}" is read as a phrase labelled "PER"`,
    `"${join(path, "names.txt")}" is read as phrase<TAB>label`,
  ]);
});

test("labels may have the names of object members, phrases bad bytes", async () => {
  const path = folder("nasty", {
    "__proto__.txt": "constructor\n",
    "X.txt": Uint8Array.of(0x61, 0xff, 0x0a, 0x62),
  });
  const log = new ReadLog();
  expect(entries(await loadDictionary(path, {}, log))).toEqual(["a\ufffd|X", "b|X", "constructor|__proto__"]);
  expect(log.total).toBe(1);
});

test("phrases that are too short are counted, not reported as faults", async () => {
  const path = folder("short", { "X.txt": "a\nb\nabc\n" });
  const log = new ReadLog({ strict: true });
  expect(entries(await loadDictionary(path, { minCharacters: 2, unit: "words" }, log))).toEqual(["abc|X"]);
  expect([...log.assumptions]).toEqual([`2 phrases of "${path}" are shorter than 2 characters: left out`]);
});

test("what the user can mend is said", async () => {
  const empty = folder("empty", {});
  await expect(loadDictionary(empty)).rejects.toThrow(`dictionary "${empty}" has no phrases`);
  await expect(loadDictionary(join(root, "nowhere"))).rejects.toThrow(UserError);
  const twice = folder("twice", { "X.txt": "a\na\n" });
  await expect(loadDictionary(twice, {}, new ReadLog({ strict: true }))).rejects.toThrow("X.txt:2");
});
