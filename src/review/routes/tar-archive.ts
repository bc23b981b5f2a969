import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

const BLOCK = 512;

/** The files of a folder as one tar archive, piece by piece: for formats that are more than one file. */
export async function* tarArchive(folder: string): AsyncGenerator<Buffer> {
  for (const name of (await readdir(folder)).sort()) {
    const path = join(folder, name);
    const { size, mtime } = await stat(path);
    const time = Math.floor(mtime.getTime() / 1000);
    if (Buffer.byteLength(name) > 100 || /[^\x20-\x7e]/.test(name)) yield* fullName(name, time);
    yield header({ name, size, time, kind: "0" });
    for await (const piece of createReadStream(path)) yield piece as Buffer;
    yield padding(size);
  }
  yield Buffer.alloc(2 * BLOCK);
}

/** Says the name of the file that follows where the header has no room for it, or no letters (pax). */
function* fullName(name: string, time: number): Generator<Buffer> {
  const rest = ` path=${name}\n`;
  const bytes = Buffer.byteLength(rest);
  // The length counts its own digits.
  let length = bytes + 1;
  while (String(length).length + bytes !== length) length = String(length).length + bytes;
  const record = Buffer.from(`${length}${rest}`);
  yield header({ name: "name", size: record.length, time, kind: "x" });
  yield record;
  yield padding(record.length);
}

function padding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

function header({
  name,
  size,
  time,
  kind,
}: {
  name: string;
  size: number;
  time: number;
  kind: "0" | "x";
}): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number) =>
    block.write(`${value.toString(8).padStart(length - 1, "0")}\0`, at, "latin1");
  Buffer.from(name).copy(block, 0, 0, 100);
  octal(0o644, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(time, 136, 12);
  block.fill(" ", 148, 156);
  block.write(kind, 156, "latin1");
  block.write("ustar\u000000", 257, "latin1");
  // The sum is over the header with blanks in its own place.
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return block;
}
