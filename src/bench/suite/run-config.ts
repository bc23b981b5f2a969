import { join, resolve } from "node:path";
import type { JsonObject } from "../../training/index.ts";
import { assembleConfig, type ResolvedConfig, resolveConfig, setValues } from "../../training/index.ts";
import type { BenchPlaces } from "../bench-places.ts";
import type { CellFiles } from "../run/run-files.ts";
import type { Cell } from "./run.ts";

/** Encoders that need nothing but their name. */
const plainEncoders: ReadonlySet<string> = new Set(["cnn", "bilstm", "transformer"]);

/** What `lacuna train` would be told for a cell, defaults filled in: a mistake in a suite shows before anything runs. */
export async function cellConfig(
  cell: Cell,
  { train, dev }: Pick<CellFiles, "train" | "dev">,
  places: BenchPlaces,
  threads: number,
): Promise<ResolvedConfig> {
  const { method, seed, epochs, minutes } = cell;
  const { encoder, vectors, dictionary } = cellInputs(cell, places);
  const flags: JsonObject = {
    train,
    dev,
    method,
    seed,
    threads,
    encoder: encoder === null ? { kind: cell.encoder } : { kind: "pretrained", dir: encoder },
    ...(epochs !== null && { epochs }),
    ...(minutes !== null && { maxMinutes: minutes }),
    ...(vectors !== null && { vectors: { file: vectors } }),
    ...(dictionary !== null && { dictionary: { path: dictionary } }),
  };
  const set = setValues(Object.entries(cell.set).map(([key, value]) => `${key}=${JSON.stringify(value)}`));
  return resolveConfig(await assembleConfig({ flags, set }));
}

/** What a cell reads beside its sentences; null for what it does without. */
export function cellInputs(
  { encoder, vectors, dictionary }: Pick<Cell, "encoder" | "vectors" | "dictionary">,
  places: BenchPlaces,
): Record<"encoder" | "vectors" | "dictionary", string | null> {
  const inData = (path: string | null) => (path === null ? null : resolve(join(places.data, path)));
  return {
    encoder: plainEncoders.has(encoder) ? null : resolve(join(places.encoders, encoder)),
    vectors: inData(vectors),
    dictionary: inData(dictionary),
  };
}
