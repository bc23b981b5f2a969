import { mkdir, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { DocumentReading, SentenceSet } from "../data/index.ts";
import type { Encoder } from "../encoders/index.ts";
import { UserError } from "../errors.ts";
import { removeLeftovers, replaceFolder, writeManifest } from "../files/index.ts";
import type { ParameterStore } from "../graph/index.ts";
import { quantisedWeights, saveParameters, writeOnnx } from "../graph/index.ts";
import { lacunaVersion } from "../lacuna-version.ts";
import type { Model } from "../models/index.ts";
import { inferenceGraph, weightsOf } from "../models/index.ts";
import { usualCutting, type WordCutting } from "../text/index.ts";
import { installModel, STAGE } from "./install-model.ts";
import { isQuantised } from "./int8-graph.ts";
import { CHECKPOINTS, FORMAT, modelFiles as files, KIND, type ModelDescription } from "./model-folder.ts";

export interface SavedModel {
  readonly encoder: Encoder;
  readonly model: Model;
  readonly parameters: ParameterStore;
  /** How it reads documents; null or nothing for each sentence by itself. */
  readonly documents?: DocumentReading | null;
  /** How it cuts raw text into words; nothing for the usual way. */
  readonly cutting?: WordCutting;
  /** The training config, plain JSON; its `method` is named in the description too. */
  readonly config: object;
  /** The sentences it was trained on: scores on them say nothing. */
  readonly trainedOn?: SentenceSet;
  /** 8-bit integers for the weights of matrix products and tables (see `isQuantised`); default: float32. */
  readonly precision?: ModelDescription["weights"];
  /** Further files that belong to the model, by plain name; the manifest covers them. */
  readonly extra?: ReadonlyMap<string, string | Uint8Array>;
}

/** Protocol buffers, and so ONNX files, end at 2 GB; the graph beside the weights takes far less than this. */
const ONNX_WEIGHTS = 2 ** 31 - 2 ** 24;

/**
 * Saves a model where `Tagger.load` finds it.
 *
 * All files are written and checked beside the folder's other content first, then put in place (see `installModel`). So
 * what else is in the folder stays, and a call that is killed leaves the older model or the newer one, whole.
 */
export async function saveModelFolder(dir: string, saved: SavedModel): Promise<void> {
  for (const name of saved.extra?.keys() ?? []) checkExtraName(name);
  await makeFolder(dir);
  await installModel(dir);
  await removeLeftovers(dir, { name: STAGE, isOurs: true });
  await replaceFolder(join(dir, STAGE), async (folder) => {
    await writeFiles(folder, saved);
    await writeManifest(folder, { kind: KIND, format: FORMAT });
  });
  await installModel(dir);
}

/** Refuses weights that no ONNX file can hold, before the writer fails with something nobody understands. */
export function checkOnnxSize(sizes: readonly number[]): void {
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (bytes <= ONNX_WEIGHTS) return;
  throw new UserError(
    `the weights of this model take ${(bytes / 2 ** 30).toFixed(1)} GB, and an ONNX file cannot hold more than 2`,
    { hint: "choose a smaller encoder" },
  );
}

async function writeFiles(folder: string, saved: SavedModel) {
  const { encoder, model, parameters, documents = null, cutting = usualCutting, config } = saved;
  const { extra, trainedOn, precision = "float32" } = saved;
  const version = lacunaVersion();
  const description: ModelDescription = {
    format: FORMAT,
    encoder: encoder.config,
    model: model.config,
    weights: precision,
    documents,
    cutting,
    trainedWith: { method: methodOf(config), lacuna: version },
  };
  const outputs = inferenceGraph({ encoder, model, parameters });
  const baked = weightsOf(parameters, Object.values(outputs));
  checkOnnxSize(Object.values(baked).map(({ data }) => data.byteLength));
  const labels = JSON.stringify(model.labels);
  const graph = { outputs, baked, ...(precision === "int8" && { int8: isQuantised }) };
  await write(folder, files.onnx, writeOnnx({ ...graph, metadata: { lacuna: version, labels } }));
  await saveParameters(parameters, join(folder, files.weights), { int8: quantisedWeights(graph) });
  await write(folder, files.description, json(description));
  await write(folder, files.labels, json(model.labels));
  await write(folder, files.config, json(config));
  for (const [name, content] of await encoder.files())
    await write(folder, `${files.encoder}/${name}`, content);
  if (trainedOn !== undefined) await write(folder, files.trainedOn, trainedOn.toBytes());
  for (const [name, content] of extra ?? []) await write(folder, name, content);
}

async function write(folder: string, name: string, content: string | Uint8Array): Promise<void> {
  const path = join(folder, ...name.split("/"));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function methodOf(config: object): string | null {
  const { method } = config as { readonly method?: unknown };
  return typeof method === "string" ? method : null;
}

function checkExtraName(name: string): void {
  const taken: readonly string[] = [...Object.values(files), CHECKPOINTS, STAGE];
  if (name === "" || name === "." || name === ".." || basename(name) !== name || taken.includes(name)) {
    throw new Error(`"${name}" cannot be the name of a further file of a model`);
  }
}

async function makeFolder(dir: string): Promise<void> {
  const found = await stat(dir).catch(() => undefined);
  if (found !== undefined && !found.isDirectory()) {
    throw new UserError(`cannot save a model in "${dir}": it is a file`, { hint: "name a folder" });
  }
  try {
    await mkdir(dir, { recursive: true });
  } catch (cause) {
    throw new UserError(`cannot make the folder "${dir}": ${(cause as Error).message}`, { cause });
  }
}
