import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { replaceFile } from "../replace-file.ts";

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
