import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { sha256OfFile } from "../../files/index.ts";

const FILE = "manifest.json";

const manifestShape = z.object({
  format: z.literal(1),
  kind: z.literal("imported encoder"),
  name: z.string(),
  /** The file or folder that was imported, as the user named it, and which ONNX file in it. */
  source: z.string(),
  onnx: z.string(),
  /** Of the ONNX file. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  precision: z.string(),
  /** How far the states of the whole model were from those of the ONNX file. */
  gap: z.object({ largest: z.number(), cosine: z.number(), words: z.int() }),
  imported: z.string(),
  files: z.array(z.object({ name: z.string(), bytes: z.int().nonnegative(), sha256: z.string() })),
});

/** What an imported encoder was made from, kept beside its files. */
export type ImportManifest = Readonly<z.infer<typeof manifestShape>>;

/** The manifest of a folder; undefined if it was not imported. */
export async function readImportManifest(folder: string): Promise<ImportManifest | undefined> {
  try {
    return manifestShape.parse(JSON.parse(await readFile(join(folder, FILE), "utf8")));
  } catch {
    return undefined;
  }
}

/** Writes the manifest of a folder with these files. */
export async function writeImportManifest(
  folder: string,
  names: readonly string[],
  about: Omit<ImportManifest, "format" | "kind" | "files">,
): Promise<ImportManifest> {
  const files = [];
  for (const name of names) {
    const path = join(folder, name);
    files.push({ name, bytes: (await stat(path)).size, sha256: await sha256OfFile(path) });
  }
  const manifest: ImportManifest = { format: 1, kind: "imported encoder", ...about, files };
  await writeFile(join(folder, FILE), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}
