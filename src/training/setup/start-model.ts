import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { Encoder, EncoderConfig } from "../../encoders/index.ts";
import { UserError } from "../../errors.ts";
import { sha256OfFile } from "../../files/index.ts";
import type { LabelSet, Model } from "../../models/index.ts";
import { CHECKPOINTS, copyModelFolder, openModelFolder } from "../../tagging/index.ts";
import type { TrainConfig } from "../config/config.ts";
import { savedConfig } from "../config/inherit-config.ts";
import type { Methods } from "../config/own-method.ts";

/** The model that a run begins with. */
export interface StartModel {
  /** The folder's own name, for people. */
  readonly name: string;
  /** Of its weights: what a run that is resumed must find. */
  readonly sha256: string;
  /** What it was trained with. */
  readonly config: TrainConfig;
  readonly labels: LabelSet;
  readonly model: Model;
  readonly encoder: Encoder;
  /** Its encoder as it was saved; one member of an ensemble. */
  readonly saved: SavedEncoder;
  /** Where the weights are. */
  readonly weights: string;
}

interface SavedEncoder {
  readonly config: EncoderConfig;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** Where a run keeps the model that it began with, until it is finished: the folder itself may change or go. */
function keptStart(work: string): string {
  return join(work, CHECKPOINTS, "start");
}

/** Opens the model that a config names: the folder itself, or what a run that was begun has kept of it. */
export async function openStart(
  { model, sha256 }: NonNullable<TrainConfig["from"]>,
  work: string,
  isBegun: boolean,
  table?: Methods,
): Promise<StartModel> {
  const kept = keptStart(work);
  const dir = isBegun && existsSync(kept) ? kept : model;
  const opened = await openModelFolder(dir);
  const found = await sha256OfFile(opened.weights);
  if (sha256 !== null && sha256 !== found) {
    throw new UserError(
      `the model "${model}" is not the one that the run began with: its weights are others`,
      {
        hint: "put the model back, or begin a new run with --from",
      },
    );
  }
  const { encoder, labels } = opened;
  const own = ["ensemble", "queried"].includes(encoder.config.kind)
    ? (encoder.config.of as EncoderConfig)
    : encoder.config;
  return {
    name: basename(resolve(model)),
    sha256: found,
    config: savedConfig(dir, table),
    labels,
    model: opened.model,
    encoder,
    saved: { config: own, files: await encoder.files() },
    weights: opened.weights,
  };
}

/** Keeps the model that a run begins with, for when it is resumed. */
export async function keepStart(model: string, work: string): Promise<void> {
  const kept = keptStart(work);
  await mkdir(dirname(kept), { recursive: true });
  await copyModelFolder(model, kept);
}
