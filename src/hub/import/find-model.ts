import { readdir, stat } from "node:fs/promises";
import { basename, dirname, extname, join, relative, resolve, sep } from "node:path";
import { didYouMean, UserError } from "../../errors.ts";

/** A model as transformers.js wants it: `config.json` and `tokenizer.json`, with ONNX files beside them or in `onnx`. */
export interface FoundModel {
  /** Holds the config and the tokeniser. */
  readonly dir: string;
  readonly onnx: string;
  /** What it is called where it was found, with forward slashes: `dist/Xenova/gte-small`. */
  readonly place: string;
}

/** The model of an ONNX file, whose config stands beside it or, as transformers.js has it, one folder above `onnx`. */
export async function modelOfFile(onnx: string): Promise<FoundModel> {
  const own = dirname(resolve(onnx));
  for (const dir of basename(own) === "onnx" ? [own, dirname(own)] : [own]) {
    if (await isFile(join(dir, "config.json"))) return { dir, onnx: resolve(onnx), place: basename(dir) };
  }
  throw new UserError(`there is no "config.json" beside "${onnx}"`, {
    hint: "an encoder needs the config.json and tokenizer.json that were published with the ONNX file: put them into its folder",
  });
}

/**
 * The model in a folder, at any depth.
 *
 * @param path which one, if there are several: its folder or ONNX file, as seen from `root`
 * @param shown what the user calls the folder or the archive that it came from
 */
export async function findModel(root: string, path: string | undefined, shown: string): Promise<FoundModel> {
  const found = await modelsBelow(root);
  const places = found.map(({ place }) => place);
  if (found.length === 0) {
    throw new UserError(`"${shown}" holds no model: no folder in it has a config.json and an ONNX file`, {
      hint: "a model is config.json, tokenizer.json and onnx/model.onnx, as for transformers.js",
    });
  }
  if (path !== undefined) return chosen(found, root, path.replace(/^\.\//, "").replace(/\/+$/, ""), shown);
  const [first, ...others] = found;
  // A folder that is a model itself is meant, whatever lies below it.
  const own = found.find(({ dir }) => dir === root) ?? (others.length === 0 ? first : undefined);
  if (own !== undefined) return own;
  throw new UserError(`"${shown}" holds ${found.length} models`, {
    hint: `choose one with --path: ${places.join(", ")}`,
  });
}

async function chosen(
  found: readonly FoundModel[],
  root: string,
  path: string,
  shown: string,
): Promise<FoundModel> {
  const wanted = resolve(root, path);
  if (extname(path) === ".onnx") {
    const model = found.find(({ dir }) => [dir, join(dir, "onnx")].includes(dirname(wanted)));
    if (model !== undefined && (await isFile(wanted))) return { ...model, onnx: wanted };
  }
  const [only, ...others] = found.filter(({ dir, place }) => dir === wanted || place.endsWith(`/${path}`));
  if (only !== undefined && others.length === 0) return only;
  const places = found.map(({ place }) => place);
  throw new UserError(`"${shown}" holds no model "${path}"`, {
    hint: `${didYouMean(path, places)}choose one of: ${places.join(", ")}`,
  });
}

/** Deeper folders, and those of dependencies, hold no models of their own. */
const DEEPEST = 8;

async function modelsBelow(root: string): Promise<FoundModel[]> {
  const found: FoundModel[] = [];
  const visit = async (dir: string, depth: number): Promise<void> => {
    const entries = await readdir(dir, { withFileTypes: true }).catch((cause: Error) => {
      throw new UserError(`cannot read "${dir}": ${cause.message}`, { cause });
    });
    const names = entries.map(({ name }) => name).sort();
    if (names.includes("config.json")) {
      const onnx = best([
        ...onnxIn(dir, names),
        ...onnxIn(join(dir, "onnx"), await namesIn(join(dir, "onnx"))),
      ]);
      if (onnx !== undefined) found.push({ dir, onnx, place: placeOf(root, dir) });
    }
    if (depth === DEEPEST) return;
    for (const entry of entries
      .filter((one) => one.isDirectory() && one.name !== "node_modules")
      .sort(byName)) {
      await visit(join(dir, entry.name), depth + 1);
    }
  };
  await visit(root, 0);
  return found;
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1;
}

function placeOf(root: string, dir: string): string {
  return relative(root, dir).split(sep).join("/") || ".";
}

async function namesIn(dir: string): Promise<string[]> {
  return (await readdir(dir).catch(() => [])).sort();
}

function onnxIn(dir: string, names: readonly string[]): string[] {
  return names.filter((name) => name.endsWith(".onnx")).map((name) => join(dir, name));
}

/** The least altered first: full precision, then half, then eight bits, then fewer. */
const preferred: readonly RegExp[] = [
  /^model\.onnx$/,
  /^model_fp16\.onnx$/,
  /quantized|int8|uint8/,
  /^model/,
  /^encoder/,
  /./,
];

function best(paths: readonly string[]): string | undefined {
  for (const rule of preferred) {
    const found = paths.find((path) => rule.test(basename(path)));
    if (found !== undefined) return found;
  }
  return undefined;
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() === true;
}
