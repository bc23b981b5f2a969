import type { AuditConfig } from "../../audit/index.ts";
import { readSavedAudit } from "../../audit/index.ts";
import { UserError } from "../../errors.ts";
import { openModelFolder } from "../../tagging/index.ts";
import { commonConfig, parseTrainConfig, type TrainConfig } from "../../training/index.ts";

interface RetrainOptions {
  readonly method?: string | undefined;
  readonly epochs?: number | undefined;
  /** Dev sentences. Default: those of the audit. */
  readonly dev?: string | undefined;
}

/** The config of the audit in a folder; undefined if it is missing (an audit that was moved without it). */
export async function auditConfigOf(dir: string): Promise<AuditConfig | undefined> {
  try {
    return (await readSavedAudit(dir)).config;
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/**
 * The config for retraining after a review: that of the audit's models, or of the model that it used, without the
 * training file. Another method brings its own defaults.
 */
export async function retrainConfig(
  audit: AuditConfig,
  { method, epochs, dev }: RetrainOptions,
): Promise<TrainConfig> {
  const base =
    audit.train ??
    ((await openModelFolder(audit.model!, { verify: false, weights: false })).config as TrainConfig);
  const isOther = method !== undefined && method !== base.method;
  const kept = isOther
    ? Object.entries(base).filter(([key]) => Object.hasOwn(commonConfig.shape, key))
    : Object.entries(base);
  const minutes = base.maxMinutes ?? (audit.minutes === null ? null : audit.minutes / audit.folds);
  return parseTrainConfig(
    {
      ...Object.fromEntries(kept),
      train: [],
      // What is trained on is written in our own format.
      ...(base.reading && { reading: { ...base.reading, format: null } }),
      maxMinutes: minutes,
      ...(method !== undefined && { method }),
      ...(epochs !== undefined && { epochs }),
      ...(dev !== undefined && { dev }),
    },
    "the training config",
  );
}
