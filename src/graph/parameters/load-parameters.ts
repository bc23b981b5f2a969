import { UserError } from "../../errors.ts";
import { sizeAt } from "../shape.ts";
import { shown } from "./header-cursor.ts";
import type { ParameterStore } from "./parameter-store.ts";
import { quantiseRows, scaleOf } from "./quantise.ts";
import { SafetensorsFile, type StoredTensor } from "./safetensors-file.ts";
import { writeSafetensors } from "./write-safetensors.ts";

export interface LoadOptions {
  /** What a parameter is called in the file; `undefined` leaves it as initialised. Default: its own name. */
  readonly rename?: (parameter: string) => string | undefined;
  /** Parameters the file lacks: keep their initial values, or fail. Default: fail. */
  readonly missing?: "error" | "keep";
  /** Tensors of the file that no parameter takes: ignore them, or fail. Default: fail. */
  readonly extra?: "error" | "ignore";
}

/** What was loaded and what was not, by name. */
export interface LoadReport {
  readonly loaded: readonly string[];
  readonly missing: readonly string[];
  readonly extra: readonly string[];
}

/**
 * Loads a store's parameters from a safetensors file, each read straight into place. All names and shapes are checked
 * before the first value changes.
 */
export async function loadParameters(
  store: ParameterStore,
  path: string,
  { rename = (name) => name, missing = "error", extra = "error" }: LoadOptions = {},
): Promise<LoadReport> {
  const file = await SafetensorsFile.open(path);
  try {
    const wanted = new Map(store.names().map((name) => [name, rename(name)]));
    const found = [...wanted].flatMap(([name, stored]) => {
      const entry = stored === undefined ? undefined : file.tensors.get(stored);
      return stored === undefined || entry === undefined ? [] : [{ name, stored, entry }];
    });
    const taken = new Set(
      found.flatMap(({ stored }) => (file.isQuantised(stored) ? [stored, scaleOf(stored)] : [stored])),
    );
    const report: LoadReport = {
      loaded: found.map(({ name }) => name),
      missing: [...wanted]
        .filter(([, stored]) => stored === undefined || !taken.has(stored))
        .map(([name]) => name),
      extra: [...file.tensors.keys()].filter((stored) => !taken.has(stored)),
    };
    const lost = report.missing.filter((name) => wanted.get(name) !== undefined);
    if (missing === "error" && lost.length > 0) throw new UserError(`"${path}" lacks ${listed(lost)}`);
    if (extra === "error" && report.extra.length > 0) {
      throw new UserError(`"${path}" has tensors that are not in this model: ${listed(report.extra)}`);
    }
    for (const { name, stored, entry } of found) {
      const { shape, dtype } = entry;
      const wantedShape = store.get(name).shape;
      if (shape.join() !== wantedShape.join()) {
        throw new UserError(
          `tensor ${shown(stored)} of "${path}" has shape [${shape}], but this model needs [${wantedShape}]`,
        );
      }
      if (!dtype.includes("F") && !file.isQuantised(stored)) {
        throw new UserError(`tensor ${shown(stored)} of "${path}" is ${dtype}, not floating-point numbers`);
      }
    }
    for (const { name, stored } of found) {
      await store.fill(name, (target) => file.readFloat32(stored, target));
    }
    return report;
  } finally {
    await file.close();
  }
}

interface SaveOptions {
  readonly metadata?: ReadonlyMap<string, string>;
  /** Matrices that are written as 8-bit integers, by name, with a scale for each row in `NAME.scale`. */
  readonly int8?: ReadonlySet<string>;
}

/** Writes all parameters of a store, as float32 unless told. */
export async function saveParameters(
  store: ParameterStore,
  path: string,
  { metadata = new Map(), int8 = new Set() }: SaveOptions = {},
): Promise<void> {
  const tensors = new Map<string, StoredTensor>();
  for (const { name, shape, values } of store) {
    if (!int8.has(name)) {
      tensors.set(name, { dtype: "F32", shape, data: values });
      continue;
    }
    const rows = sizeAt(shape, 0);
    const rounded = quantiseRows(values, rows);
    tensors.set(name, { dtype: "I8", shape, data: rounded.values });
    tensors.set(scaleOf(name), { dtype: "F32", shape: [rows], data: rounded.scales });
  }
  await writeSafetensors(path, tensors, metadata);
}

function listed(names: readonly string[]): string {
  const some = names.slice(0, 5).map(shown).join(", ");
  return names.length > 5 ? `${some} and ${names.length - 5} more` : some;
}
