import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { z } from "zod";

const stateShape = z.object({
  /** The version of the file that the bytes on disk belong to. */
  etag: z.string().optional(),
  /** The size of the whole file, where the server told. */
  size: z.int().nonnegative().optional(),
  /** Set once the file is complete and checked. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});

/** What must be known about a file that is not yet, or has just been, fetched, to go on after a kill. */
export type DownloadState = Readonly<z.infer<typeof stateShape>>;

/** The state of `FILE` is kept in `FILE.download.json`. */
export const STATE_SUFFIX = ".download.json";

export async function readState(target: string): Promise<DownloadState> {
  try {
    return stateShape.parse(JSON.parse(await readFile(target + STATE_SUFFIX, "utf8")));
  } catch {
    // None, or one that a kill cut short: then the download starts from the beginning.
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

/** Only a strong ETag promises the same bytes, which joining two halves of a file needs. */
export function strongEtag(header: string | null): string | undefined {
  return header !== null && /^"[\x21\x23-\x7e]*"$/.test(header) ? header : undefined;
}
