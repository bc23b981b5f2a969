import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { messageOf, UserError } from "../errors.ts";
import { installFolder, restoreFolder } from "../files/index.ts";
import { type StoredTensor, writeSafetensors } from "../graph/index.ts";
import { cacheFolder, type Environment } from "./cache-folder.ts";
import { onDisk } from "./disk-error.ts";
import { withLock } from "./folder-lock.ts";
import { readPaddleTensor } from "./paddle-tensor.ts";

export interface ImportLacOptions {
  /** The folder to write. Default: `name` in the cache. */
  readonly out?: string | undefined;
  /** What it is called in the cache. */
  readonly name?: string | undefined;
  readonly cache?: string | undefined;
  /** Replace what is there. */
  readonly force?: boolean | undefined;
  readonly env?: Environment | undefined;
}

/** An encoder folder that was made. */
export interface ImportedLac {
  readonly dir: string;
  readonly architecture: "lac-bigru";
  readonly layers: number;
  readonly hidden: number;
  readonly characters: number;
  readonly bytes: number;
}

const LAYERS = 2;
const SIDES = ["forward", "backward"] as const;

/**
 * Makes an encoder folder of the recurrent network that comes with jieba (Baidu's LAC, Apache-2.0).
 *
 * @param dir an installed `jieba`, the folder it lies in, or its `lac_small`
 */
export async function importLac(dir: string, options: ImportLacOptions = {}): Promise<ImportedLac> {
  const { name = "lac-bigru", env = process.env, force = false } = options;
  const out =
    options.out === undefined ? join(cacheFolder({ given: options.cache, env }), name) : resolve(options.out);
  // Everything is read and checked before anything is written.
  const made = await readLac(await findLac(dir));
  const parent = dirname(out);
  const hidden = (suffix: string) => join(parent, `.${basename(out)}.${suffix}`);
  const [partial, aside] = [hidden("partial"), hidden("old")];
  await onDisk(parent, async () => {
    await mkdir(parent, { recursive: true });
    await withLock(hidden("lock"), async () => {
      await restoreFolder(out, aside);
      if (!force && (await exists(out))) {
        throw new UserError(`"${out}" is there already`, { hint: "replace it with --force" });
      }
      await rm(partial, { recursive: true, force: true });
      await mkdir(partial);
      await writeFile(join(partial, "config.json"), made.config, { flush: true });
      await writeFile(join(partial, "vocab.txt"), made.vocabulary, { flush: true });
      await writeSafetensors(join(partial, "model.safetensors"), made.tensors);
      await installFolder(partial, out, aside);
    });
  });
  const { size } = await stat(join(out, "model.safetensors"));
  const { hidden: width, characters } = made;
  return { dir: out, architecture: "lac-bigru", layers: LAYERS, hidden: width, characters, bytes: size };
}

async function findLac(dir: string): Promise<string> {
  for (const folder of [dir, join(dir, "lac_small"), join(dir, "jieba", "lac_small")]) {
    if (await exists(join(folder, "word.dic"))) return folder;
  }
  throw new UserError(`there is no jieba with LAC in "${dir}": no "lac_small/word.dic"`, {
    hint: 'name the folder of an installed jieba, such as the one that "pip install --target DIR jieba" makes',
  });
}

async function readLac(folder: string) {
  const text = async (name: string) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(await read(name));
  const read = async (name: string): Promise<Uint8Array> => {
    const path = join(folder, name);
    return readFile(path).catch((cause: unknown) => {
      throw new UserError(`cannot read "${path}": ${messageOf(cause)}`, { cause });
    });
  };
  const tensor = async (name: string, ...shape: readonly number[]): Promise<Float32Array> => {
    const path = join("model_baseline", name);
    const found = readPaddleTensor(await read(path), join(folder, path));
    if (found.shape.join() !== shape.join()) {
      throw new UserError(
        `"${join(folder, path)}" has sizes [${found.shape.join(", ")}], where LAC has [${shape.join(", ")}]`,
      );
    }
    return found.values;
  };

  const characters = lines(await text("word.dic"), join(folder, "word.dic"));
  const tags = lines(await text("tag.dic"), join(folder, "tag.dic"));
  const table = readPaddleTensor(
    await read(join("model_baseline", "word_emb")),
    join(folder, "model_baseline", "word_emb"),
  );
  const [rows = 0, embedding = 0] = table.shape;
  if (table.shape.length !== 2 || rows !== characters.length) {
    throw new UserError(
      `"${join(folder, "word.dic")}" has ${characters.length} characters, but the table of their vectors has ${rows} rows`,
    );
  }
  // LAC's layers are as wide as its vectors.
  const hidden = embedding;
  const tensors = new Map<string, StoredTensor>();
  const add = (name: string, data: Float32Array, ...shape: readonly number[]) =>
    tensors.set(name, { dtype: "F32", shape, data });
  add("embeddings", table.values, rows, embedding);
  for (let layer = 0; layer < LAYERS; layer++) {
    for (const [i, side] of SIDES.entries()) {
      const number = 2 * layer + i;
      const from = layer === 0 ? embedding : 2 * hidden;
      const at = `layers.${layer}.${side}`;
      add(`${at}.input.weight`, await tensor(`fc_${number}.w_0`, from, 3 * hidden), from, 3 * hidden);
      const [ofInput, ofState] = [
        await tensor(`fc_${number}.b_0`, 3 * hidden),
        await tensor(`gru_${number}.b_0`, 1, 3 * hidden),
      ];
      add(
        `${at}.input.bias`,
        ofInput.map((value, k) => value + ofState[k]!),
        3 * hidden,
      );
      // The first two thirds are a matrix for update and reset, the rest one for the candidate.
      const weights = await tensor(`gru_${number}.w_0`, hidden, 3 * hidden);
      const split = 2 * hidden * hidden;
      add(`${at}.gates.weight`, weights.slice(0, split), hidden, 2 * hidden);
      add(`${at}.candidate.weight`, weights.slice(split), hidden, hidden);
    }
  }
  const head = 2 * LAYERS;
  add("tags.weight", await tensor(`fc_${head}.w_0`, 2 * hidden, tags.length), 2 * hidden, tags.length);
  add("tags.bias", await tensor(`fc_${head}.b_0`, tags.length), tags.length);
  add("tags.crf", await tensor("crfw", tags.length + 2, tags.length), tags.length + 2, tags.length);
  const config = {
    model_type: "lac-bigru",
    vocab_size: rows,
    hidden_size: hidden,
    layers: LAYERS,
    unknown: characters.at(-1),
    tags,
    license: "Apache-2.0",
  };
  return {
    config: `${JSON.stringify(config, null, 1)}\n`,
    vocabulary: `${characters.join("\n")}\n`,
    tensors,
    hidden,
    characters: rows,
  };
}

/** What stands at each number of a file of `number<TAB>text`; nothing at numbers that it leaves out. */
function lines(text: string, file: string): string[] {
  const found = new Map<number, string>();
  text.split("\n").forEach((line, i) => {
    const parts = line.split("\t");
    if (line === "" || parts.length !== 2) return;
    const place = Number(parts[0]);
    if (!Number.isSafeInteger(place) || place < 0 || place > 10_000_000 || found.has(place))
      throw new UserError(`"${file}", line ${i + 1}: "${parts[0]}" is not a number of its own`);
    found.set(place, parts[1]!);
  });
  if (found.size === 0) throw new UserError(`"${file}" is empty`);
  const last = [...found.keys()].reduce((most, place) => Math.max(most, place), 0);
  return Array.from({ length: last + 1 }, (_, place) => found.get(place) ?? "");
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
