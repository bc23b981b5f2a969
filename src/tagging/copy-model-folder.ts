import { copyFile, link, mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { manifestShape, replaceFolder, writeManifest } from "../files/index.ts";
import { FORMAT, modelFiles as files, KIND } from "./model-folder.ts";

/**
 * Copies what training needs of a model to another folder: all but the graph for tagging. Files are linked where the
 * system can, so that the copy takes no room; a model that takes the place of the old one leaves links as they are.
 */
export async function copyModelFolder(from: string, to: string): Promise<void> {
  const manifest = manifestShape.parse(JSON.parse(await readFile(join(from, files.manifest), "utf8")));
  await replaceFolder(to, async (folder) => {
    for (const { path } of manifest.files) {
      if (path === files.onnx) continue;
      const [source, target] = [join(from, path), join(folder, path)];
      await mkdir(dirname(target), { recursive: true });
      await link(source, target).catch(() => copyFile(source, target));
    }
    await writeManifest(folder, { kind: KIND, format: FORMAT });
  });
}
