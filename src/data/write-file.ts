import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { replaceFile } from "../replace-file.ts";

type Items<T> = AsyncIterable<T> | Iterable<T>;

/**
 * Writes lines to a file so that it is either there in full or not at all: a temporary
 * file beside it, fsync, rename. If `lines` throws half-way, nothing is left behind.
 * `-` is standard output, which cannot be taken back.
 */
export async function writeLines(path: string, lines: Items<string>): Promise<void> {
  if (path === "-") {
    await pipeline(blocks(lines), process.stdout, { end: false });
    return;
  }
  await replaceFile(path, (temporary) =>
    pipeline(blocks(lines), createWriteStream(temporary, { flags: "wx" })),
  );
}

const BLOCK = 1 << 16;

/** Lines gathered into blocks, so that the stream has few and large pieces to write. */
async function* blocks(lines: Items<string>): AsyncGenerator<string> {
  let block = "";
  for await (const line of lines) {
    block += `${line}\n`;
    if (block.length < BLOCK) continue;
    yield block;
    block = "";
  }
  if (block !== "") yield block;
}
