import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";

/** The SHA-256 of a file, in hexadecimal digits. */
export async function sha256OfFile(path: string): Promise<string> {
  return (await hashOfStart(path)).digest("hex");
}

/** The SHA-256 of a file's first bytes, as a hash that can be continued. */
export async function hashOfStart(path: string, bytes = Number.POSITIVE_INFINITY): Promise<Hash> {
  const hash = createHash("sha256");
  if (bytes === 0) return hash;
  for await (const chunk of createReadStream(path, { end: bytes - 1, highWaterMark: 1 << 20 })) {
    hash.update(chunk as Buffer);
  }
  return hash;
}
