import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sha256OfFile } from "../../files/index.ts";
import type { StateGap } from "./compare-states.ts";

/** What an imported encoder was made from, kept beside its files. */
export interface ImportManifest {
  readonly format: 1;
  /** Tells it from the manifest of a pulled encoder. */
  readonly kind: "imported encoder";
  readonly name: string;
  /** The file or folder that was imported, and which ONNX file in it. */
  readonly source: string;
  readonly onnx: string;
  /** Of the ONNX file. */
  readonly sha256: string;
  readonly precision: string;
  /** How far the states of the whole model were from those of the ONNX file. */
  readonly gap: StateGap;
  readonly imported: string;
  readonly files: readonly { readonly name: string; readonly bytes: number; readonly sha256: string }[];
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
  await writeFile(join(folder, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}
