import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { hasVectors } from "../../encoders/index.ts";
import { cachedFolder } from "../../hub/index.ts";
import {
  assembleConfig,
  type JsonObject,
  type ResolvedConfig,
  resolveConfig,
  setValues,
} from "../../training/index.ts";
import type { BenchPlaces } from "../suite/bench-places.ts";
import type { BenchRun } from "../suite/run.ts";
import type { RunCorpora } from "./run-corpora.ts";

/** Encoders that need nothing but their name. */
const plainEncoders: ReadonlySet<string> = new Set(["cnn", "bilstm", "transformer"]);

/** The training config of a run with all defaults, so that a mistake in a suite shows before anything runs. */
export async function runConfig(
  run: BenchRun,
  { train, dev }: Pick<RunCorpora, "train" | "dev">,
  places: BenchPlaces,
  threads: number,
): Promise<ResolvedConfig> {
  const { method, seed, epochs, minutes } = run;
  const { encoder, vectors, dictionary } = runInputs(run, places);
  const flags: JsonObject = {
    train,
    dev,
    method,
    seed,
    threads,
    encoder: encoder === null ? { kind: run.encoder } : { kind: "pretrained", dir: encoder },
    ...(epochs !== null && { epochs }),
    ...(minutes !== null && { maxMinutes: minutes }),
    ...(vectors !== null && { vectors: { file: vectors } }),
    ...(dictionary !== null && { dictionary: { path: dictionary } }),
  };
  const settings = { ...run.set, ...setInputs(run, places) };
  const set = setValues(Object.entries(settings).map(([key, value]) => `${key}=${JSON.stringify(value)}`));
  return resolveConfig(await assembleConfig({ flags, set }));
}

type RunInputs = Pick<BenchRun, "encoder" | "encoderPath" | "vectors" | "dictionary">;

/** What a run reads besides its sentences; null for what it does not use. */
export function runInputs(
  { encoder, encoderPath, vectors, dictionary }: RunInputs,
  places: BenchPlaces,
): Record<"encoder" | "vectors" | "dictionary", string | null> {
  const inData = (path: string | null) => (path === null ? null : resolve(places.data, path));
  const named = () => (plainEncoders.has(encoder) ? null : pretrained(encoder, places));
  return {
    encoder: encoderPath === undefined ? named() : inData(encoderPath),
    vectors: vectors === null ? null : vectorsAt(vectors, resolve(places.data, vectors)),
    dictionary: inData(dictionary),
  };
}

/** Vectors as a file where there is one, else by their name in the cache; a file that is missing is told by its path. */
function vectorsAt(given: string, path: string): string {
  return !existsSync(path) && hasVectors(given, process.env) ? given : path;
}

/** The folder that a suite calls by name: beside the others, else in the cache. */
function pretrained(name: string, places: BenchPlaces): string {
  const folder = resolve(places.encoders, name);
  return existsSync(folder) ? folder : (cachedFolder(name) ?? folder);
}

/** Keys of the config that name files or folders, which rows of a suite may set. */
const PATHS = ["features.states", "features.lexicon.path", "features.lexicon.vectors"];

/** The files and folders that a run's settings name, seen from the data. */
export function setInputs(
  { set }: Pick<BenchRun, "set">,
  places: BenchPlaces,
): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(set).flatMap(([key, value]) => {
      if (!PATHS.includes(key)) return [];
      const inData = (path: unknown) => resolve(places.data, String(path));
      return [[key, Array.isArray(value) ? value.map(inData) : inData(value)]];
    }),
  );
}
