import type { Hash } from "node:crypto";
import { open } from "node:fs/promises";
import type { Environment } from "./cache-folder.ts";
import { onDisk } from "./disk-error.ts";
import { explainNetworkError } from "./network-error.ts";
import type { FileAnswer } from "./request-file.ts";

/** How a response body is appended to a partial file. */
interface Joint {
  readonly part: string;
  /** Bytes already in the partial file. */
  readonly start: number;
  /** The checksum of those bytes so far. */
  readonly hash: Hash;
  /** Stop as soon as there are more bytes than this. */
  readonly most: number;
  readonly env: Environment;
}

/** Appends a response body to a partial file, and returns the size and SHA-256 of the whole. */
export async function receiveBody(
  { response, url }: FileAnswer,
  { part, start, hash, most, env }: Joint,
  onBytes: (done: number) => void,
): Promise<{ readonly sha256: string; readonly bytes: number }> {
  let bytes = start;
  const file = await onDisk(part, () => open(part, start > 0 ? "a" : "w"));
  const chunks = response.body?.values();
  try {
    while (chunks !== undefined) {
      const next = await chunks.next().catch((error: unknown) => {
        throw explainNetworkError(error, url, env);
      });
      if (next.done) break;
      const chunk: Uint8Array = next.value;
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
