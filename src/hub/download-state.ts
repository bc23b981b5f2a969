import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { z } from "zod";

const stateShape = z.object({
  /** The version of the file that the bytes on disk belong to. */
  etag: z.string().optional(),
  /** The size of the whole file, if the server gave it. */
  size: z.int().nonnegative().optional(),
  /** Set once the file is complete and checked. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});

/** The state of a download, kept to resume it after a kill. */
export type DownloadState = Readonly<z.infer<typeof stateShape>>;

/** The state of `FILE` is kept in `FILE.download.json`. */
export const STATE_SUFFIX = ".download.json";

export async function readState(target: string): Promise<DownloadState> {
  try {
    return stateShape.parse(JSON.parse(await readFile(target + STATE_SUFFIX, "utf8")));
  } catch {
    // Missing, or cut short by a kill: start from the beginning.
    return {};
  }
}

export async function writeState(target: string, state: DownloadState): Promise<void> {
  await writeFile(`${target}${STATE_SUFFIX}.tmp`, JSON.stringify(state));
  await rename(`${target}${STATE_SUFFIX}.tmp`, target + STATE_SUFFIX);
}

export async function removeState(target: string): Promise<void> {
  await rm(target + STATE_SUFFIX, { force: true });
  await rm(`${target}${STATE_SUFFIX}.tmp`, { force: true });
}

/** Only a strong ETag guarantees the same bytes, which resuming needs. */
export function strongEtag(header: string | null): string | undefined {
  return header !== null && /^"[\x21\x23-\x7e]*"$/.test(header) ? header : undefined;
}
