import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { demoCorpus } from "../../src/demo/index.ts";
import { encodersFolder } from "../data/data-folder.ts";

/** The models that are put under load; a pretrained encoder is looked for where the data sets are. */
export const servedModels = ["cnn", "minilm-l6"] as const;
export type ServedModel = (typeof servedModels)[number];

/**
 * Trains a model of full size on a part of the embedded corpus, for long enough that it finds about as much as a good one:
 * how much there is to decode is part of the load. Gives its folder, or the reason why there is none.
 */
export async function trainModel(name: ServedModel, folder: string): Promise<{ dir: string } | string> {
  const dir = join(folder, name);
  if (existsSync(join(dir, "manifest.json"))) return { dir };
  const pretrained = join(encodersFolder, name);
  if (name !== "cnn" && !existsSync(pretrained)) return `no encoder at ${pretrained} (set LACUNA_ENCODERS)`;
  await mkdir(folder, { recursive: true });
  const data = join(folder, "train.jsonl");
  const [count, epochs] = name === "cnn" ? [1000, 3] : [200, 2];
  const { train } = demoCorpus({ train: count, dev: 0, test: 0 });
  await writeFile(data, train.map((sentence) => `${JSON.stringify(sentence)}\n`).join(""));
  const main = fileURLToPath(new URL("../../src/cli/main.js", import.meta.url));
  const args = ["train", "--train", `${data}:complete`, "--out", dir, "--epochs", String(epochs)];
  const encoder = ["--encoder", name === "cnn" ? "cnn" : pretrained];
  const result = spawnSync(process.execPath, [main, ...args, ...encoder], { encoding: "utf8" });
  if (result.status !== 0) return `training failed: ${result.stderr.trim().split("\n").at(-1)}`;
  return { dir };
}
