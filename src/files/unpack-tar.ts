import { createReadStream } from "node:fs";
import { mkdir, open, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createGunzip } from "node:zlib";
import type { Parser, ReadEntry } from "tar";
import { codeOf, messageOf, UserError } from "../errors.ts";

/** How much an archive may hold. */
interface UnpackLimits {
  readonly entries: number;
  /** Bytes of one file, and of all together. */
  readonly file: number;
  readonly total: number;
  /** How many bytes one byte of the archive may become; the first 16 MB are not counted. */
  readonly ratio: number;
}

const GIGABYTE = 2 ** 30;

/** Far more than any encoder that runs on a CPU needs. Weights hardly shrink, so a high ratio is a trap. */
const usualLimits: UnpackLimits = { entries: 100_000, file: 8 * GIGABYTE, total: 16 * GIGABYTE, ratio: 100 };

const FREE = 16 * 2 ** 20;

/**
 * Unpacks the files of a `.tgz` or `.tar` that `keep` accepts into a folder, which the caller makes and, if this throws,
 * removes. The archive is untrusted: an entry that would lead out of the folder, a link, a device or more data than the
 * limits allow refuses all of it.
 *
 * @param keep is asked about every file, by its path in the archive with forward slashes
 * @returns the paths of the files that were written, in the order of the archive
 */
export async function unpackTar(
  archive: string,
  folder: string,
  keep: (path: string) => boolean,
  limits: UnpackLimits = usualLimits,
): Promise<string[]> {
  const refuse = (what: string, hint = "nothing was unpacked; do not trust this archive"): never => {
    throw new UserError(`"${archive}" is refused: ${what}`, { hint });
  };
  const packed = await stat(archive).catch(() => undefined);
  if (!packed?.isFile()) throw new UserError(`cannot read "${archive}": there is no such file`);
  const written: string[] = [];
  const seen = new Set<string>();
  let total = 0;
  const accept = (entry: ReadEntry): string | undefined => {
    if (seen.size >= limits.entries) refuse(`it has more than ${limits.entries} entries`);
    const path =
      innerPath(entry.path) ?? refuse(`its entry ${shown(entry.path)} would lead out of the folder`);
    if (entry.type === "Directory") return undefined;
    if (!files.has(entry.type))
      refuse(`its entry ${shown(entry.path)} is a ${kindOf(entry.type)}, not a file`);
    if (seen.has(path)) refuse(`it holds ${shown(path)} twice`);
    seen.add(path);
    total += entry.size;
    if (entry.size > limits.file) refuse(`${shown(path)} would have ${entry.size} bytes`);
    if (total > limits.total) refuse(`it would unpack to more than ${limits.total} bytes`);
    return keep(path) ? path : undefined;
  };
  await eachEntry(archive, packed.size, limits, refuse, async (entry, givenUp) => {
    const path = accept(entry);
    if (path === undefined) return void entry.resume();
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    const handle = await open(target, "wx");
    try {
      const pieces = entry[Symbol.asyncIterator]();
      const next = () => Promise.race([pieces.next(), givenUp]);
      for (let piece = await next(); !piece.done; piece = await next()) await handle.writeFile(piece.value);
    } finally {
      await handle.close();
    }
    written.push(path);
  });
  return written;
}

const files: ReadonlySet<string> = new Set(["File", "OldFile", "ContiguousFile"]);

/**
 * Reads an archive piece by piece, one entry after another; an error of `visit` ends it.
 *
 * @param visit is told by `givenUp`, which then fails, that no more of its entry will come
 */
async function eachEntry(
  archive: string,
  size: number,
  limits: UnpackLimits,
  refuse: (what: string, hint?: string) => never,
  visit: (entry: ReadEntry, givenUp: Promise<never>) => Promise<void>,
): Promise<void> {
  const damaged = (cause: unknown): never =>
    refuse(`it is damaged, or no archive: ${messageOf(cause).split("\n")[0]}`, "was it downloaded in full?");
  // Loaded when it is needed: hardly any command unpacks anything.
  const { Parser } = await import("tar");
  const isPacked = (await firstBytes(archive)).join() === "31,139";
  const source = createReadStream(archive);
  const stream = isPacked ? source.pipe(createGunzip()) : source;
  source.on("error", (error) => stream.destroy(error));
  let failed: { readonly error: unknown } | undefined;
  let pending = Promise.resolve();
  let giveUp: (error: unknown) => void = () => undefined;
  const givenUp = new Promise<never>((_, reject) => {
    giveUp = reject;
  });
  givenUp.catch(() => undefined);
  let isEnded = false;
  const parser = new Parser({
    // It must not unpack on its own, past our count.
    gzip: false,
    strict: true,
    onReadEntry(entry) {
      pending = pending.then(async () => {
        if (failed === undefined)
          await visit(entry, givenUp).catch((error: unknown) => (failed ??= { error }));
        if (failed !== undefined) entry.resume();
      });
    },
  });
  parser.on("error", (error: unknown) => (failed ??= { error }));
  parser.on("eof", () => (isEnded = true));
  let unpacked = 0;
  try {
    for await (const piece of stream) {
      unpacked += (piece as Buffer).length;
      if (unpacked > FREE && unpacked > limits.ratio * size) {
        refuse(`each of its bytes would become more than ${limits.ratio}`);
      }
      if (!parser.write(piece as Buffer) && failed === undefined)
        await drained(parser, () => failed !== undefined);
      if (failed !== undefined) throw failed.error;
    }
    parser.end();
    await pending;
    if (failed !== undefined) throw (failed as { readonly error: unknown }).error;
    if (!isEnded) damaged(new Error("it ends too early"));
  } catch (error) {
    failed ??= { error };
    giveUp(error);
    await pending;
    if (error instanceof UserError || isOfDisk(error)) throw error;
    damaged(error);
  } finally {
    source.destroy();
    stream.destroy();
  }
}

/** Waits until the parser takes more, or something failed. */
async function drained(parser: Parser, hasFailed: () => boolean): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => hasFailed() && done(), 10);
    const done = () => {
      clearInterval(timer);
      parser.off("drain", done);
      resolve();
    };
    parser.on("drain", done);
  });
}

/** Whether the disk, not the archive, is at fault. */
function isOfDisk(error: unknown): boolean {
  return /^E[A-Z]+$/.test(codeOf(error) ?? "");
}

async function firstBytes(path: string): Promise<Uint8Array> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The path of an entry in one spelling; undefined if it is not one inside the folder. */
function innerPath(path: string): string | undefined {
  const parts = path
    .replace(/^(?:\.\/)+/, "")
    .replace(/\/+$/, "")
    .split("/");
  if (path.replace(/^(?:\.\/)+/, "") === "" || path === ".") return ".";
  const isInner = parts.every((part) => part !== "" && part !== "." && part !== "..");
  // A backslash or a colon leads out of the folder on Windows.
  return isInner && !/[\\:\0]/.test(path) && path.length <= 1000 ? parts.join("/") : undefined;
}

function kindOf(type: string): string {
  return type
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace("fifo", "pipe");
}

function shown(path: string): string {
  return JSON.stringify(path.slice(0, 200));
}
