import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import type { Environment } from "./cache-folder.ts";
import { onDisk } from "./disk-error.ts";
import { explainNetworkError } from "./network-error.ts";
import type { FileAnswer } from "./request-file.ts";

/**
 * Writes an answer's body into `part`, behind the first `start` bytes that it already holds, and gives the
 * size and the SHA-256 of both together. Stops as soon as there are more than `most` bytes.
 */
export async function receiveBody(
  { response, url }: FileAnswer,
  { part, start, most, env }: { part: string; start: number; most: number; env: Environment },
  onBytes: (done: number) => void,
): Promise<{ readonly sha256: string; readonly bytes: number }> {
  const hash = createHash("sha256");
  if (start > 0) {
    for await (const chunk of createReadStream(part, { end: start - 1 })) hash.update(chunk as Buffer);
  }
  let bytes = start;
  const file = await onDisk(part, () => open(part, start > 0 ? "a" : "w"));
  const chunks = response.body?.values();
  try {
    while (chunks !== undefined) {
      const next = await chunks.next().catch((error: unknown) => {
        throw explainNetworkError(error, url, env);
      });
      if (next.done) break;
      const chunk = next.value as Uint8Array;
      bytes += chunk.length;
      if (bytes > most) break;
      await onDisk(part, () => file.writeFile(chunk));
      hash.update(chunk);
      onBytes(bytes);
    }
    await onDisk(part, () => file.sync());
  } finally {
    // Tells the server to stop where the body was left early; after its end this does nothing.
    await chunks?.return?.().catch(() => undefined);
    await file.close();
  }
  return { sha256: hash.digest("hex"), bytes };
}
