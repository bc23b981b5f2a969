import { lstat, readdir, readFile, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { UserError } from "../errors.ts";
import { type FolderManifest, manifestShape } from "./manifest-shape.ts";
import { sha256OfFile } from "./sha256-of-file.ts";

const MANIFEST = "manifest.json";

/** Lists every file of a folder, with size and SHA-256, in its `manifest.json`. To be called last. */
export async function writeManifest(
  folder: string,
  { kind, format }: Pick<FolderManifest, "kind" | "format">,
): Promise<FolderManifest> {
  const files: FolderManifest["files"] = [];
  for (const path of await filesOf(folder)) {
    const file = join(folder, path);
    files.push({ path, bytes: (await lstat(file)).size, sha256: await sha256OfFile(file) });
  }
  const manifest = manifestShape.parse({ kind, format, files });
  await writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

interface CheckOptions extends Pick<FolderManifest, "kind"> {
  /** Files that are not checked and may be missing. */
  readonly except?: readonly string[];
}

/** Checks that a folder is of the given kind and that every file is unchanged; the error names the file. */
export async function checkManifest(
  folder: string,
  { kind, except = [] }: CheckOptions,
): Promise<FolderManifest> {
  const manifest = await readManifest(folder, kind);
  if (manifest.kind !== kind) {
    throw new UserError(`"${folder}" holds a ${manifest.kind}, not a ${kind}`);
  }
  for (const { path, bytes, sha256 } of manifest.files) {
    if (except.includes(path)) continue;
    const file = join(folder, path);
    const found = await unlessMissing(lstat(file));
    if (found === undefined) throw damaged(kind, `"${file}" is missing`);
    if (!found.isFile()) throw damaged(kind, `"${file}" is not a file`);
    if (found.size !== bytes) throw damaged(kind, `"${file}" has ${found.size} bytes, not ${bytes}`);
    if ((await sha256OfFile(file)) !== sha256)
      throw damaged(kind, `"${file}" was altered after it was written`);
  }
  return manifest;
}

async function readManifest(folder: string, kind: string): Promise<FolderManifest> {
  const file = join(folder, MANIFEST);
  const text = await unlessMissing(readFile(file, "utf8"));
  if (text === undefined) {
    throw new UserError(`"${folder}" has no "${MANIFEST}"`, {
      hint: `a ${kind} folder has one; is this the right folder, and was it copied in full?`,
    });
  }
  try {
    return manifestShape.parse(JSON.parse(text));
  } catch (cause) {
    throw damaged(kind, `"${file}" is not a manifest`, cause);
  }
}

function damaged(kind: string, message: string, cause?: unknown): UserError {
  return new UserError(message, { hint: `the ${kind} is damaged; copy or make it again`, cause });
}

/** All files except the manifest: paths with forward slashes, sorted by code unit. */
async function filesOf(folder: string): Promise<string[]> {
  const paths: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/");
    if (entry.isFile() ? path === MANIFEST : entry.isDirectory()) continue;
    // The target of a link may change, so its checksum says nothing.
    if (!entry.isFile()) throw new Error(`"${path}" of "${folder}" is neither a file nor a folder`);
    paths.push(path);
  }
  return paths.sort();
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT" || cause.code === "ENOTDIR") return undefined;
    throw cause;
  });
}
