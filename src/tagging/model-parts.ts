import { z } from "zod";
import type { DocumentReading } from "../data/index.ts";
import type { Encoder } from "../encoders/index.ts";
import { createEncoder } from "../encoders/index.ts";
import { UserError } from "../errors.ts";
import type { Model } from "../models/index.ts";
import { createModel, type LabelSet, parseLabelSet } from "../models/index.ts";
import type { WordCutting } from "../text/index.ts";
import { upgradeModelDescription } from "../upgrade.ts";
import { FORMAT, type ModelDescription, modelDescription } from "./model-folder.ts";

/** What a saved model is made of, all but its numbers. */
export interface ModelParts {
  readonly encoder: Encoder;
  readonly model: Model;
  readonly labels: LabelSet;
  /** How it reads documents; null for each sentence by itself. */
  readonly documents: DocumentReading | null;
  /** How it cuts raw text into words. */
  readonly cutting: WordCutting;
  /** How the weights of matrix products and tables are stored. */
  readonly precision: ModelDescription["weights"];
  readonly trainedWith: ModelDescription["trainedWith"];
}

/** The files of a model as they were read, and what to call them when something is wrong. */
interface ModelSource {
  readonly description: unknown;
  readonly descriptionPath: string;
  readonly labels: unknown;
  readonly labelsPath: string;
  /** By their path in the encoder's folder, with forward slashes. */
  readonly encoderFiles: ReadonlyMap<string, Uint8Array>;
}

/** Makes encoder and model again from the files of a model, whether they came from a folder or an address. */
export function modelParts(source: ModelSource): ModelParts {
  const description = modelDescription.safeParse(upgradeModelDescription(source.description));
  if (!description.success) {
    const wrong = z.prettifyError(description.error).replaceAll("\n", " ");
    throw new UserError(`"${source.descriptionPath}" does not describe a model: ${wrong}`);
  }
  const { encoder: encoderConfig, model: modelConfig, ...rest } = description.data;
  const { documents, cutting, weights: precision, trainedWith } = rest;
  const labels = parseLabelSet(source.labels, source.labelsPath);
  const encoder = createEncoder(encoderConfig, source.encoderFiles);
  const model = createModel(modelConfig, labels, encoder.dim);
  return { encoder, model, labels, documents, cutting, precision, trainedWith };
}

/** Refuses what a newer version wrote, before anything else about it seems wrong. */
export function checkFormat(description: unknown, where: string): void {
  const { format } = z.object({ format: z.number() }).catch({ format: FORMAT }).parse(description);
  if (format <= FORMAT) return;
  throw new UserError(`"${where}" was made by a newer version of lacuna (format ${format}, not ${FORMAT})`, {
    hint: "update lacuna to use this model",
  });
}
