import { existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "../../src/errors.ts";
import { replaceFile } from "../../src/replace-file.ts";
import { dataFolder } from "../data/reproduce-distant.ts";
import type { Cell } from "./cell.ts";
import { lacuna } from "./lacuna.ts";

/** The files a cell is trained, chosen and scored on, as `lacuna` takes them. */
export interface CellFiles {
  readonly train: string;
  readonly dev: string;
  readonly test: string;
}

/**
 * Makes the files of a cell from CoNLL-03. Labels are hidden by `lacuna mask`, in the training file only: dev and test
 * keep all of theirs, as in the papers.
 */
export async function cellFiles(
  { p, seed, sentences }: Pick<Cell, "p" | "seed" | "sentences">,
  out: string,
): Promise<CellFiles> {
  const folder = join(out, "data");
  await mkdir(folder, { recursive: true });
  const [train, dev, test] = [
    await firstOf("train", sentences, folder),
    await firstOf("dev", sentences, folder),
    await firstOf("test", sentences, folder),
  ];
  // Without masking there is nothing to miss: the labels are complete.
  if (p === 0) return { train: `${train}:complete`, dev, test };
  const masked = join(folder, `train${sentences === null ? "" : `-${sentences}`}-p${p}-seed${seed}.jsonl`);
  if (!existsSync(masked)) {
    const temporary = join(folder, `.masking-${process.pid}.jsonl`);
    await lacuna([
      "mask",
      "--in",
      `${train}:complete`,
      "--out",
      temporary,
      "--p",
      String(p),
      "--seed",
      String(seed),
    ]);
    await rename(temporary, masked);
  }
  return { train: masked, dev, test };
}

/** A file of the data set, or one with its first sentences. */
async function firstOf(split: string, sentences: number | null, folder: string): Promise<string> {
  const whole = join(dataFolder, "conll03", `${split}.jsonl`);
  if (!existsSync(whole)) {
    throw new UserError(`there is no "${whole}"`, { hint: "set LACUNA_DATA to the folder of the data sets" });
  }
  if (sentences === null) return whole;
  const path = join(folder, `${split}-${sentences}.jsonl`);
  const lines = (await readFile(whole, "utf8")).split("\n").slice(0, sentences);
  await replaceFile(path, (temporary) => writeFile(temporary, `${lines.join("\n")}\n`));
  return path;
}
