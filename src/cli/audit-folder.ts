import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  type AuditConfig,
  auditFiles,
  DEFAULT_AUDIT_METHOD,
  parseAuditConfig,
  readSavedAudit,
} from "../audit/index.ts";
import { UserError } from "../errors.ts";
import { clearFinished, namesIn, removeLeftovers } from "../files/index.ts";
import { assembleConfig } from "../training/index.ts";
import { readingNamed, type TrainFlags, trainSources } from "./options/train-options.ts";
import { notEmpty } from "./output-folder.ts";

/** What an audit lets the user say. */
export interface AuditFlags extends TrainFlags {
  readonly data?: readonly string[];
  readonly out: string;
  readonly model?: string;
  readonly folds?: number;
  readonly fast?: boolean;
  readonly minutes?: number;
  readonly resume?: boolean;
}

/** What is to be done in the folder of an audit. */
interface AuditFolder {
  readonly state: "begin" | "resume" | "finished";
  readonly config: AuditConfig;
}

/** Looks at the folder that an audit is to be written to, and puts its config together. */
export async function openAuditFolder(flags: AuditFlags): Promise<AuditFolder> {
  const { out, data, resume = false } = flags;
  // One that was killed before it had noted what it is about has left nothing else.
  await removeLeftovers(out, { name: auditFiles.config }).catch(() => {});
  const isBegun = existsSync(join(out, auditFiles.config));
  if (!resume && (await namesIn(out)).length > 0) throw notEmpty(out, isBegun ? "audit" : undefined);
  if (!isBegun && data === undefined) {
    throw new UserError(resume ? `there is no audit to resume in "${out}"` : "there is nothing to audit", {
      hint: "name a file with --data",
    });
  }
  if (!isBegun) return { state: "begin", config: await configOf(flags) };
  const state = existsSync(join(out, auditFiles.summary)) ? "finished" : "resume";
  if (state === "finished") await clearFinished(out);
  const { config } = await readSavedAudit(out);
  // With data, all options are repeated; whether they are the same is for the audit to say.
  return { state, config: data === undefined ? config : await configOf(flags) };
}

const ofTraining = [
  "dev",
  "method",
  "encoder",
  "vectors",
  "epochs",
  "maxMinutes",
  "set",
  "config",
  "folds",
  "fast",
  "minutes",
] as const;

async function configOf(flags: AuditFlags): Promise<AuditConfig> {
  const { data, model, folds, fast, minutes, seed, dictionary, device } = flags;
  if (model !== undefined) {
    const useless = ofTraining.find((key) => flags[key] !== undefined);
    if (useless !== undefined) {
      const name = useless.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      throw new UserError(`--${name} says how models are trained, and --model gives one that is`, {
        hint: "leave out one of the two",
      });
    }
  }
  const train =
    model === undefined
      ? await assembleConfig({ method: DEFAULT_AUDIT_METHOD, ...trainSources(flags, data) })
      : null;
  const given = {
    data,
    way: model !== undefined ? "model" : fast ? "fast" : "folds",
    model,
    folds,
    minutes,
    reading: readingNamed(flags) ?? train?.reading,
    device: model === undefined ? undefined : device,
    seed: seed ?? train?.seed,
    dictionary: model !== undefined && dictionary !== undefined ? { path: dictionary } : undefined,
  };
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return parseAuditConfig({ ...known, train }, "the audit config");
}
