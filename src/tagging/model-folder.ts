import { z } from "zod";
import { documentReading } from "../data/index.ts";
import { usualCutting, wordCutting } from "../text/index.ts";
/** The version of the layout below. A folder with a higher one was written by a newer Lacuna. */
export const FORMAT = 2;

/** What the manifest calls a model folder. */
export const KIND = "model";

/**
 * What a trained model is on disk. All files are covered by the manifest; what else lies in the folder (the training's
 * log, report and checkpoints) is not.
 */
export const modelFiles = Object.freeze({
  /** What kind of encoder and model, and what trained them. */
  description: "model.json",
  /** The labels of classes 1, 2, … */
  labels: "labels.json",
  /** All weights, for further training. Tagging does not need it. */
  weights: "weights.safetensors",
  /** The graph from words to scores, with the weights inside: all that tagging computes with. */
  onnx: "model.onnx",
  /** A folder of what else the encoder needs: a tokeniser, a vocabulary. */
  encoder: "encoder",
  /** What it was trained with, in full. */
  config: "config.json",
  /** Which sentences it was trained on, 8 bytes each (`SentenceSet`). Not in folders of Lacuna 0.1. */
  trainedOn: "trained-on.bin",
  manifest: "manifest.json",
});

/** Where a training run that is not finished keeps its state. */
export const CHECKPOINTS = "checkpoints";

/** What `model.json` holds. */
export const modelDescription = z.object({
  format: z.int(),
  encoder: z.looseObject({ kind: z.string() }),
  model: z.looseObject({ kind: z.string() }),
  /** How the weights of matrix products and tables are stored and computed with; older folders say nothing. */
  weights: z.enum(["float32", "int8"]).default("float32"),
  /** How it reads documents; older folders say nothing, and null is each sentence by itself. */
  documents: documentReading.nullable().default(null),
  /** How it cuts raw text into words; older folders say nothing, and are cut in the usual way. */
  cutting: wordCutting.default(usualCutting),
  trainedWith: z.object({ method: z.string().nullable(), lacuna: z.string() }),
});

export type ModelDescription = z.infer<typeof modelDescription>;
