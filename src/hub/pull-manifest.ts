import { lstat, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { sha256OfFile } from "../files/index.ts";

export const MANIFEST = "manifest.json";

const fileRecord = z.object({
  name: z.string().regex(/^[A-Za-z0-9_][\w.-]*$/),
  url: z.string(),
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  etag: z.string().optional(),
});

const manifestShape = z.object({
  format: z.literal(1),
  /** `org/name@revision`, or the URL of the folder. */
  id: z.string(),
  /** The commit of the branch or tag when it was pulled, if the server tells. */
  commit: z.string().optional(),
  pulled: z.string(),
  files: z.array(fileRecord).min(1),
});

/** One file of a pulled model: its source and checksum. */
export type FileRecord = Readonly<z.infer<typeof fileRecord>>;

/** What was pulled, stored beside the files, so that they can be checked without the network. */
export type PullManifest = Readonly<z.infer<typeof manifestShape>>;

/** The manifest of a folder, or undefined if there is none or it cannot be read. */
export async function readPullManifest(folder: string): Promise<PullManifest | undefined> {
  try {
    return manifestShape.parse(JSON.parse(await readFile(join(folder, MANIFEST), "utf8")));
  } catch {
    return undefined;
  }
}

export async function writePullManifest(folder: string, manifest: PullManifest): Promise<void> {
  await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });
}

/** What is wrong with the first file that differs from the manifest; undefined if all match. */
export async function findDamage(folder: string, manifest: PullManifest): Promise<string | undefined> {
  for (const { name, bytes, sha256 } of manifest.files) {
    const path = join(folder, name);
    const found = await lstat(path).catch(() => undefined);
    if (found === undefined || !found.isFile()) return `"${path}" is missing`;
    if (found.size !== bytes) return `"${path}" has ${found.size} bytes, not ${bytes}`;
    if ((await sha256OfFile(path)) !== sha256) return `"${path}" is not what was pulled`;
  }
  return undefined;
}
