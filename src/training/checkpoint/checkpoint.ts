import { link, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { UserError } from "../../errors.ts";
import { checkManifest, type FolderManifest, sha256OfFile, writeManifest } from "../../files/index.ts";
import type { OptimiserState } from "../../graph/index.ts";
import { SafetensorsFile, type StoredTensor, writeSafetensors } from "../../graph/index.ts";
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** Everything a training run needs to go on as if it had never stopped. */
export interface Checkpoint {
  /** How many steps were done. */
  readonly step: number;
  /** All weights as they are now. */
  readonly weights: ReadonlyMap<string, StoredTensor>;
  readonly optimiser: OptimiserState;
  /** The best weights so far, where they are not the current ones. */
  readonly best?: ReadonlyMap<string, StoredTensor>;
  /** The moving average of the weights, where one is kept. */
  readonly average?: ReadonlyMap<string, StoredTensor>;
  /** What the method kept of early stages. */
  readonly stages?: ReadonlyMap<string, StoredTensor>;
  /** What else the loop remembers; the loop checks it when it comes back. Numbers in it must be finite. */
  readonly state: JsonValue;
}

/** A checkpoint on the disk, as far as the next one needs to know it. */
export interface WrittenCheckpoint {
  readonly folder: string;
  readonly bestVersion: number | undefined;
  readonly manifest: FolderManifest;
  /** The hash of the run that it is of; undefined in format 2 and older. */
  readonly run: string | undefined;
}

/** A checkpoint that is sound, but must not be gone on with here. One that is older would not do either. */
export class UnusableCheckpoint extends UserError {}

const KIND = "checkpoint";
const FORMAT = 3;
const WEIGHTS = "weights.safetensors";
const OPTIMISER = "optimiser.safetensors";
const BEST = "best.safetensors";
const AVERAGE = "average.safetensors";
const STAGES = "stages.safetensors";
/** The same in format 1. */
const MEMORY = "memory.safetensors";
const STATE = "state.json";

const stateShape = z.object({
  /** The hash of what the run is about, see `RunIdentity`; not in format 2 and older. */
  run: z.string().optional(),
  step: z.int().nonnegative(),
  best: z.boolean(),
  bestVersion: z.number().optional(),
  average: z.boolean().default(false),
  stages: z.boolean().default(false),
  /** The same in format 1. */
  memory: z.boolean().default(false),
  optimiser: z.object({
    kind: z.string(),
    updates: z.array(z.tuple([z.string(), z.int().nonnegative()])),
  }),
  state: z.custom<JsonValue>((value) => value !== undefined),
});

interface WriteCheckpointOptions {
  /** Another number for other best weights, such as the step they are from. */
  readonly bestVersion?: number | undefined;
  /** Has the file of best weights that can be linked, if their version is the same. */
  readonly earlier?: WrittenCheckpoint | undefined;
  /** The hash of the run that it is of. */
  readonly run?: string | undefined;
}

/**
 * Writes a checkpoint into an empty folder, the manifest last. Tensors are written from where they lie, without a copy,
 * so nobody may change them before this returns.
 */
export async function writeCheckpoint(
  folder: string,
  { step, weights, optimiser, best, average, stages, state }: Checkpoint,
  { bestVersion, earlier, run }: WriteCheckpointOptions = {},
): Promise<FolderManifest> {
  const json = jsonOf({
    run,
    step,
    best: best !== undefined,
    bestVersion,
    average: average !== undefined,
    stages: stages !== undefined,
    optimiser: optimiser.info,
    state,
  });
  await writeSafetensors(join(folder, WEIGHTS), weights);
  await writeSafetensors(join(folder, OPTIMISER), optimiser.tensors);
  if (best !== undefined) {
    const linked = bestVersion !== undefined && bestVersion === earlier?.bestVersion;
    if (!(linked && (await linkBest(folder, earlier)))) await writeSafetensors(join(folder, BEST), best);
  }
  if (average !== undefined) await writeSafetensors(join(folder, AVERAGE), average);
  if (stages !== undefined) await writeSafetensors(join(folder, STAGES), stages);
  await writeFile(join(folder, STATE), json);
  return writeManifest(folder, { kind: KIND, format: FORMAT });
}

/** Reads a checkpoint after checking every byte of it; a `UserError` says what is damaged. */
export async function readCheckpoint(
  folder: string,
): Promise<{ readonly checkpoint: Checkpoint; readonly written: WrittenCheckpoint }> {
  const manifest = await checkManifest(folder, { kind: KIND });
  if (manifest.format > FORMAT) {
    throw new UnusableCheckpoint(
      `"${folder}" has format ${manifest.format}, but this version reads format ${FORMAT} and older`,
      { hint: "go on with the run with the newer Lacuna that wrote it, or train anew in another folder" },
    );
  }
  const parsed = stateShape.safeParse(parsedJson(await readFile(join(folder, STATE), "utf8")));
  if (!parsed.success) {
    const why = z.prettifyError(parsed.error).replaceAll(/\s*\n\s*/g, " ");
    throw new UserError(`"${join(folder, STATE)}" is not of a checkpoint: ${why}`);
  }
  const { run, step, best, bestVersion, average, stages, memory, optimiser, state } = parsed.data;
  const read = (name: string) => readTensors(join(folder, name));
  const checkpoint: Checkpoint = {
    step,
    weights: await read(WEIGHTS),
    optimiser: { info: optimiser, tensors: await read(OPTIMISER) },
    ...(best ? { best: await read(BEST) } : {}),
    ...(average ? { average: await read(AVERAGE) } : {}),
    ...(stages ? { stages: await read(STAGES) } : memory ? { stages: await read(MEMORY) } : {}),
    state,
  };
  return { checkpoint, written: { folder, bestVersion, manifest, run } };
}

/** Gives the earlier checkpoint's file of best weights a second name, if it is sound. */
async function linkBest(folder: string, { folder: from, manifest }: WrittenCheckpoint): Promise<boolean> {
  const record = manifest.files.find(({ path }) => path === BEST);
  if (record === undefined) return false;
  try {
    // Otherwise the new manifest would vouch for what was damaged since.
    if ((await sha256OfFile(join(from, BEST))) !== record.sha256) return false;
    await link(join(from, BEST), join(folder, BEST));
    return true;
  } catch {
    // Gone, or a file system without links: the weights are in memory and can be written again.
    return false;
  }
}

async function readTensors(path: string): Promise<Map<string, StoredTensor>> {
  const file = await SafetensorsFile.open(path);
  try {
    const tensors = new Map<string, StoredTensor>();
    for (const name of file.tensors.keys()) tensors.set(name, await file.read(name));
    return tensors;
  } finally {
    await file.close();
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** JSON has no infinity and would quietly make it null. */
function jsonOf(value: unknown): string {
  return JSON.stringify(value, (key, item: unknown) => {
    if (typeof item === "number" && !Number.isFinite(item)) {
      throw new Error(`the state of a checkpoint has ${item} at "${key}", which JSON cannot hold`);
    }
    return item;
  });
}
