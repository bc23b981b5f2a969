import { z } from "zod";
import { choose } from "../errors.ts";
import { parseSaved } from "../parse-config.ts";
import { autonerModel, autonerModelConfig } from "./autoner/model.ts";
import { binderConfig } from "./binder/config.ts";
import { binderModel } from "./binder/model.ts";
import type { LabelSet } from "./label-set.ts";
import type { Model, ModelConfig } from "./model.ts";
import { mrcModel, mrcModelConfig } from "./mrc/model.ts";
import { spanModel, spanModelConfig } from "./span/model.ts";
import { taggerModel, taggerModelConfig } from "./tagger/model.ts";

/** Makes one kind of model again. */
export type CreateModel = (config: ModelConfig, labels: LabelSet, dim: number) => Model;

/** Every model by the `kind` of its saved config. To add one, add a row. */
export const models: Readonly<Record<string, CreateModel>> = Object.freeze({
  autoner: (config, labels, dim) => {
    const { kind: _, ...options } = parseSaved(autonerModelConfig, config, "model");
    return autonerModel({ labels, dim }, options);
  },
  binder: (config, labels) => {
    const { kind: _, ...options } = parseSaved(binderConfig, config, "model");
    return binderModel({ labels }, options);
  },
  mrc: (config, labels, dim) => {
    const { kind: _, ...options } = parseSaved(mrcModelConfig, config, "model");
    return mrcModel({ labels, dim }, options);
  },
  span: (config, labels, dim) => {
    const { kind: _, ...options } = parseSaved(spanModelConfig, config, "model");
    return spanModel({ labels, dim }, options);
  },
  tagger: (config, labels, dim) => {
    const { kind: _, ...options } = parseSaved(taggerModelConfig, config, "model");
    return taggerModel({ labels, dim }, options);
  },
});

/**
 * Makes a model again from its saved config; its weights come from elsewhere.
 *
 * @param dim the size of the encoder's word vectors
 */
export function createModel(config: ModelConfig, labels: LabelSet, dim: number): Model {
  const { kind } = parseSaved(z.looseObject({ kind: z.string() }), config, "model");
  return choose("model", models, kind)(config, labels, dim);
}
