import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { UserError } from "../errors.ts";

type Items<T> = AsyncIterable<T> | Iterable<T>;

/**
 * Writes lines to a file so that it is either there in full or not at all: a temporary
 * file beside it, fsync, rename. If `lines` throws half-way, nothing is left behind.
 * `-` is standard output, which cannot be taken back.
 */
export async function writeLines(path: string, lines: Items<string>): Promise<void> {
  if (path === "-") return pour(process.stdout, lines);
  await replaceFile(path, async (temporary) => {
    const stream = createWriteStream(temporary, { flags: "wx" });
    await pour(stream, lines);
    stream.end();
    await once(stream, "close");
  });
}

/** Lets `fill` write a temporary file, makes sure it reached the disk, then puts it in the place of `path`. */
export async function replaceFile(path: string, fill: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}.tmp`);
  try {
    await fill(temporary);
    const handle = await open(temporary, "r+");
    await handle.sync();
    await handle.close();
    await rename(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true });
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === "ENOENT")
      throw new UserError(`cannot write "${path}": its folder does not exist`, { cause });
    if (code === "EISDIR" || code === "EACCES" || code === "EROFS" || code === "ENOSPC") {
      throw new UserError(`cannot write "${path}": ${(cause as Error).message}`, { cause });
    }
    throw cause;
  }
}

const BLOCK = 1 << 16;

async function pour(stream: NodeJS.WritableStream, lines: Items<string>): Promise<void> {
  let failure: Error | undefined;
  const onError = (error: Error) => {
    failure = error;
  };
  stream.on("error", onError);
  let block = "";
  for await (const line of lines) {
    block += `${line}\n`;
    if (block.length < BLOCK) continue;
    if (failure) throw failure;
    if (!stream.write(block)) await Promise.race([once(stream, "drain"), once(stream, "error")]);
    block = "";
  }
  if (block !== "") {
    await new Promise<void>((resolve, reject) => {
      stream.write(block, (error) => (error ? reject(error) : resolve()));
    });
  }
  stream.off("error", onError);
  if (failure) throw failure;
}
