import { existsSync } from "node:fs";
import { join } from "node:path";
import { pretrainedTransformer } from "../../src/encoders/index.ts";
import { encodersFolder } from "../data/data-folder.ts";
import type { EncoderRow } from "./measure.ts";

/** A real model: 6 layers, 384 wide, 22.6 M weights. */
export const miniLm = join(encodersFolder, "minilm-l6");

/** Why the model's rows cannot be measured, where that is so. */
export const noMiniLm: string | undefined = existsSync(miniLm)
  ? undefined
  : `no model at "${miniLm}" (set LACUNA_ENCODERS)`;

/** As people fine-tune it: about 32 sentences a step. Pieces of like sentences for encoding. */
export const transformerBatches: EncoderRow["batches"] = {
  train: { cost: 640 },
  encode: { cost: 1024 },
};

/** The pretrained model, trained as a whole and above frozen layers. */
export const transformerRows: Readonly<Record<string, EncoderRow>> = {
  transformer: {
    title: "MiniLM (6 × 384), all of it trained",
    make: () => pretrainedTransformer(miniLm),
    batches: transformerBatches,
  },
  frozen4: {
    title: "MiniLM, 4 of 6 layers frozen",
    make: () => pretrainedTransformer(miniLm, { frozenLayers: 4 }),
    batches: transformerBatches,
  },
};
