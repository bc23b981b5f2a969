import { existsSync, readdirSync, statSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { didYouMean, UserError } from "../../../errors.ts";
import {
  checkManifest,
  type Environment,
  folderAt,
  platformCache,
  replaceFolder,
  writeManifest,
} from "../../../files/index.ts";
import { float32ToHalf, halfToFloat32, SafetensorsFile, writeSafetensors } from "../../../graph/index.ts";
import { VectorRows, type WordVectors } from "./word-vectors.ts";

/** Word vectors in the cache: a folder by their name, with a table of 16-bit floats and the words of its rows. */
const [KIND, FORMAT, TABLE, TENSOR, VOCABULARY] = [
  "word vectors",
  1,
  "vectors.safetensors",
  "vectors",
  "vocabulary.json",
] as const;

/** What 16-bit floats hold, at most. */
const LARGEST = 65504;

/** Names of vectors in the cache; no path is one. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._+-]*$/u;

/** Where all of them are: in `LACUNA_CACHE`, else in the platform's cache folder. */
export function vectorsFolder(env: Environment): string {
  return env.LACUNA_CACHE
    ? join(resolve(env.LACUNA_CACHE), "vectors")
    : join(platformCache({ env }), "vectors");
}

/** Where given vectors are: at a path that exists, or in the cache under that name. */
export function findVectors(
  given: string,
  env: Environment,
): { readonly path: string; readonly isStored: boolean } {
  if (existsSync(given)) return { path: given, isStored: false };
  const names = storedNames(env);
  if (names.includes(given)) return { path: join(vectorsFolder(env), given), isStored: true };
  const known = names.length === 0 ? "" : `; in the cache are: ${names.join(", ")}`;
  throw new UserError(`there are no word vectors "${given}": no such file, and no such name in the cache`, {
    hint: `${didYouMean(given, names)}give a file, or fetch some: lacuna vectors import --help shows how${known}`,
  });
}

/** Whether vectors are there, as a file or by name. */
export function hasVectors(given: string, env: Environment): boolean {
  return existsSync(given) || storedNames(env).includes(given);
}

/** What vectors in the cache are. */
export interface StoredVectors {
  readonly name: string;
  readonly words: number;
  readonly dim: number;
  readonly bytes: number;
  /** The name of the file that they come from. */
  readonly source: string;
}

/** The word vectors in the cache, by name. */
export async function listVectors(env: Environment): Promise<StoredVectors[]> {
  return Promise.all(
    storedNames(env).map(async (name) => {
      const path = join(vectorsFolder(env), name, TABLE);
      const { words, dim, file } = await openTable(path);
      await file.close();
      const source = file.metadata.get("source") ?? "";
      return { name, words, dim, bytes: statSync(path).size, source };
    }),
  );
}

function storedNames(env: Environment): string[] {
  const folder = vectorsFolder(env);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => NAME.test(name) && existsSync(join(folder, name, TABLE)))
    .sort();
}

/** Puts vectors into the cache, in one piece. */
export async function storeVectors(
  name: string,
  { words, dim, values }: Pick<WordVectors, "words" | "dim" | "values">,
  {
    source,
    overwrite,
    env,
  }: { readonly source: string; readonly overwrite: boolean; readonly env: Environment },
): Promise<StoredVectors> {
  checkName(name, overwrite, env);
  const large = values.findIndex((value) => Math.abs(value) > LARGEST);
  if (large >= 0) {
    const word = words[Math.floor(large / dim)];
    throw new UserError(
      `the vector of "${word}" has the number ${values[large]}, which is no number of a word vector`,
    );
  }
  const folder = join(vectorsFolder(env), name);
  await mkdir(vectorsFolder(env), { recursive: true });
  await replaceFolder(folder, async (temporary) => {
    const tensor = { dtype: "F16", shape: [words.length, dim], data: float32ToHalf(values) } as const;
    await writeSafetensors(
      join(temporary, TABLE),
      new Map([[TENSOR, tensor]]),
      new Map([["source", source]]),
    );
    await writeFile(join(temporary, VOCABULARY), JSON.stringify(words));
    await writeManifest(temporary, { kind: KIND, format: FORMAT });
  });
  return { name, words: words.length, dim, bytes: statSync(join(folder, TABLE)).size, source };
}

/** Refuses a name that vectors cannot have, or that others have. */
export function checkName(name: string, overwrite: boolean, env: Environment): void {
  if (!NAME.test(name)) {
    throw new UserError(`"${name}" cannot be the name of word vectors`, {
      hint: "a name has letters, digits and . _ + - only, a letter or digit first",
    });
  }
  if (!overwrite && storedNames(env).includes(name)) {
    throw new UserError(`there are word vectors "${name}" in the cache already`, {
      hint: "use them with --vectors, give others another --name, or replace them with --overwrite",
    });
  }
}

/** Reads vectors from the cache; of words that are not needed, nothing is kept. */
export async function readStoredVectors(
  path: string,
  isNeeded: (word: string) => boolean,
): Promise<WordVectors> {
  const folder = await folderAt(path);
  await checkManifest(folder, { kind: KIND });
  const words = JSON.parse(await readFile(join(folder, VOCABULARY), "utf8")) as string[];
  const table = await openTable(join(folder, TABLE));
  try {
    if (table.words !== words.length) throw damaged(folder);
    const halves = (await table.file.read(TENSOR)).data as Uint16Array;
    const { dim } = table;
    const rows = new VectorRows(dim, isNeeded);
    words.forEach((word, row) => {
      const target = rows.next(word);
      if (target !== undefined) halfToFloat32(halves.subarray(row * dim, (row + 1) * dim), target);
    });
    return rows.finish();
  } finally {
    await table.file.close();
  }
}

async function openTable(
  path: string,
): Promise<{ readonly file: SafetensorsFile; readonly words: number; readonly dim: number }> {
  const file = await SafetensorsFile.open(path);
  const { dtype, shape } = file.tensors.get(TENSOR) ?? {};
  if (dtype === "F16" && shape?.length === 2) return { file, words: shape[0]!, dim: shape[1]! };
  await file.close();
  throw damaged(path);
}

function damaged(path: string): UserError {
  return new UserError(`"${path}" does not hold word vectors`, {
    hint: "import them again with --overwrite",
  });
}
