import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { shownType, UserError } from "../errors.ts";
import { checkManifest } from "../files/index.ts";
import { installModel } from "./install-model.ts";
import { CHECKPOINTS, modelFiles as files, KIND } from "./model-folder.ts";
import { checkFormat, type ModelParts, modelParts } from "./model-parts.ts";

export interface OpenModelOptions {
  /** `false` takes the files as they are, without comparing them with the manifest. */
  readonly verify?: boolean;
  /** `false` leaves the weights file alone, for tagging: it is not compared and need not be there. */
  readonly weights?: boolean;
}

/** A saved model, all but its weights. */
export interface OpenedModel extends ModelParts {
  /** The training config as it was saved. */
  readonly config: unknown;
  /** Where the graph for tagging is, weights included. */
  readonly onnx: string;
  /** Where the weights are, for `loadParameters`. */
  readonly weights: string;
}

/** Opens a folder that `saveModelFolder` wrote. Weights are not read: `onnx` and `weights` say where they are. */
export async function openModelFolder(
  dir: string,
  { verify = true, weights = true }: OpenModelOptions = {},
): Promise<OpenedModel> {
  checkIsPath(dir);
  // A kill may have come while a newer model took the place of this one.
  await installModel(dir);
  await checkIsModel(dir);
  const descriptionPath = join(dir, files.description);
  const description = await readJson(descriptionPath);
  checkFormat(description, dir);
  // The weights are as large as the graph: comparing them as well would double the time to load.
  if (verify)
    await checkManifest(dir, { kind: KIND, except: weights ? [] : [files.weights, files.trainedOn] });
  const labelsPath = join(dir, files.labels);
  return {
    ...modelParts({
      description,
      descriptionPath,
      labels: await readJson(labelsPath),
      labelsPath,
      encoderFiles: await filesBelow(join(dir, files.encoder)),
    }),
    config: await readJson(join(dir, files.config)),
    onnx: join(dir, files.onnx),
    weights: join(dir, files.weights),
  };
}

function checkIsPath(dir: unknown): void {
  if (typeof dir === "string") return;
  throw new UserError(`a model folder is named by its path, not by ${shownType(dir)}`, {
    hint: 'e.g. await Tagger.load("model")',
  });
}

/** Says as exactly as can be what a folder is that is no whole model. */
async function checkIsModel(dir: string): Promise<void> {
  const found = await stat(dir).catch(() => undefined);
  if (found === undefined) throw new UserError(`there is no model folder "${dir}"`, { hint: HOW_MADE });
  if (!found.isDirectory())
    throw new UserError(`"${dir}" is a file, not a model folder`, { hint: "name the folder it is in" });
  const names = new Set(await readdir(dir));
  if (names.has(files.description) && names.has(files.manifest)) return;
  if (names.has(CHECKPOINTS)) {
    throw new UserError(`the training in "${dir}" was not finished: there is no whole model in it yet`, {
      hint: `use "lacuna train --out ${dir} --resume" to go on with it`,
    });
  }
  if (names.has(files.description)) {
    throw new UserError(`the model in "${dir}" is not whole: "${files.manifest}" is missing`, {
      hint: "it was not saved or not copied in full; copy it again or train it again",
    });
  }
  throw new UserError(`"${dir}" is not a model folder: it has no "${files.description}"`, {
    hint: names.has("tokenizer.json")
      ? `this looks like a pretrained encoder: train a model on it with "lacuna train --encoder ${dir}"`
      : HOW_MADE,
  });
}

const HOW_MADE = 'a model folder is what "lacuna train --out DIR" makes';

async function readJson(path: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (cause) {
    throw new UserError(`cannot read "${path}": ${(cause as Error).message}`, { hint: DAMAGED, cause });
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UserError(`"${path}" is not JSON: ${(cause as Error).message}`, { hint: DAMAGED, cause });
  }
}

const DAMAGED = "the model is damaged; copy it again or train it again";

/** The files below a folder by their path in it, with forward slashes; none where there is no folder. */
async function filesBelow(folder: string): Promise<Map<string, Uint8Array>> {
  if ((await stat(folder).catch(() => undefined)) === undefined) return new Map();
  const found = new Map<string, Uint8Array>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    found.set(relative(folder, path).split(sep).join("/"), await readFile(path));
  }
  return found;
}
