import { UserError } from "./errors.ts";

/**
 * What earlier versions wrote, in the words of this one. Configs, suites, model folders and logs on disk carry a `format`;
 * those of format 1 (Lacuna 0.1) are upgraded here, and nowhere else. So are names of files.
 */

type Json = Readonly<Record<string, unknown>>;

/** Keys of a training config that have another name since format 2. */
const renamed: ReadonlyMap<string, string> = new Map([
  ["optimiser.rate", "optimiser.learningRate"],
  ["optimiser.encoderRate", "optimiser.encoderLearningRate"],
  ["optimiser.decay", "optimiser.weightDecay"],
  ["optimiser.maxNorm", "optimiser.clipNorm"],
  ["optimiser.average", "optimiser.ema"],
  ["batch.cost", "batch.tokens"],
  ["sampler.share", "sampler.fraction"],
  ["lacuna.members", "lacuna.ensemble"],
  ["lacuna.share", "lacuna.completionEpochs"],
  ["lacuna.keep", "lacuna.outsideRate"],
  ["lacuna.inherit", "lacuna.carryWeights"],
  ["lacuna.doubt", "lacuna.relabelBelow"],
  ["lacuna.abstaining", "lacuna.goldOnlyMembers"],
  ["lacuna.leave", "lacuna.partialUntil"],
]);

/** Keys that are gone since format 2, each with the value that meant what now always happens, and a word on why it is gone. */
const removed: ReadonlyMap<string, readonly [harmless: (value: unknown) => boolean, why: string]> = new Map([
  ["features.characters", [isNull, "the character CNN was never better than hashed spelling"]],
  ["vectors.project", [isNull, "nothing used it"]],
  ["evaluation", [() => true, "dev sentences are tagged 2,048 words at a time"]],
]);

/** Values that have another name since format 2. */
const values: ReadonlyMap<string, ReadonlyMap<unknown, unknown>> = new Map([
  ["sampler.kind", new Map([["half", "fraction"]])],
  ["scheme", new Map([["bmes", "iobes"]])],
]);

/** The name that a key of format 1 has now, or why it is gone; undefined for keys that have not changed. */
export function formerKey(path: string): { readonly now: string } | { readonly gone: string } | undefined {
  const now = renamed.get(path);
  if (now !== undefined) return { now };
  const gone = removed.get(path) ?? removed.get(path.split(".")[0]!);
  return gone && { gone: gone[1] };
}

/** A training config, or a part of one, of format 1 in the words of format 2. Configs that say another format stay as they are. */
export function upgradeConfig(config: Json, where: string): Json {
  if (config.format !== 1) return config;
  const upgraded = upgradeKeys(config, where);
  // What angles and the fit on dev were together, nobody had asked for.
  const { angles, ...rest } = upgraded;
  const isOurs = (config.method ?? "lacuna") === "lacuna";
  return { ...(isOurs && angles === false ? rest : upgraded), format: 2 };
}

/** Keys of format 1 in a part of a config that carries no format itself, such as one of a suite. */
export function upgradeKeys(config: Json, where: string): Json {
  return upgradeObject(config, "", where);
}

function upgradeObject(object: Json, prefix: string, where: string): Json {
  const entries = Object.entries(object).flatMap(([key, value]): [string, unknown][] => {
    // A suite may write `optimiser.rate` for a key within a key.
    const path = prefix + key;
    const gone = removed.get(path);
    if (gone !== undefined) {
      const [isHarmless, why] = gone;
      if (isHarmless(value)) return [];
      throw new UserError(`${where}: "${path}" is gone since Lacuna 0.2: ${why}`, {
        hint: "leave it out, or use Lacuna 0.1",
      });
    }
    const name = (renamed.get(path) ?? path).slice(path.includes(".") && prefix === "" ? 0 : prefix.length);
    if (isObject(value)) return [[name, upgradeObject(value, `${path}.`, where)]];
    return [[name, values.get(path)?.get(value) ?? value]];
  });
  return Object.fromEntries(entries);
}

/** What `model.json` of a model folder holds, upgraded. */
export function upgradeModelDescription(description: unknown): unknown {
  if (!isObject(description) || description.format !== 1) return description;
  const { encoder, model } = description;
  const isPanel = isObject(encoder) && encoder.kind === "panel";
  const isBmes = isObject(model) && model.scheme === "bmes";
  return {
    ...description,
    format: 2,
    encoder: isPanel ? { ...encoder, kind: "ensemble" } : encoder,
    // The same tags by other letters, in the same order.
    model: isBmes ? { ...model, scheme: "iobes" } : model,
  };
}

/** A line of a training log, upgraded. They carry no format; former names tell. */
export function upgradeTrainEvent(event: unknown): unknown {
  if (!isObject(event)) return event;
  if (event.kind === "evaluated" && "diagnostics" in event) {
    const { diagnostics, ...rest } = event;
    return { metrics: diagnostics, ...rest };
  }
  if (event.kind === "started" && isObject(event.parameters) && "trained" in event.parameters) {
    const { trained, ...rest } = event.parameters;
    return { ...event, parameters: { trainable: trained, ...rest } };
  }
  return event;
}

/** The path of a file of an audit folder in format 1, where predictions were called judgements; undefined if it has the same name. */
export function formerAuditPath(path: string): string | undefined {
  return path.endsWith("predictions.jsonl")
    ? path.replace(/predictions\.jsonl$/, "judgements.jsonl")
    : undefined;
}

function isNull(value: unknown): boolean {
  return value === null;
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
