import { stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { z } from "zod";
import { lacunaVersion } from "../lacuna-version.ts";
import { encoderName, modelFiles } from "../tagging/index.ts";
import type { ProcessModel } from "./answer-process.ts";
/** What `GET /v1/model` gives. */
export const modelCard = z.object({
  name: z.string().describe("of the model's folder"),
  labels: z.array(z.string()),
  method: z.string().nullable().describe("that it was trained with"),
  encoder: z.string().describe("the kind of encoder"),
  model: z.string().describe("the kind of model on top of it"),
  bytes: z.int().describe("size of the graph with its weights"),
  trainedBy: z.string().nullable().describe("version of lacuna that trained it"),
  version: z.string().describe("version of lacuna that serves it"),
});

export type ModelCard = z.output<typeof modelCard>;

/** What there is to say about a loaded model. Its place on the disk is not among it. */
export async function modelCardOf(model: ProcessModel, dir: string): Promise<ModelCard> {
  const { size } = await stat(join(dir, modelFiles.onnx));
  return {
    name: basename(resolve(dir)),
    labels: [...model.labels.labels],
    method: model.trainedWith?.method ?? null,
    encoder: encoderName(model.parts.encoder),
    model: model.parts.model.kind,
    bytes: size,
    trainedBy: model.trainedWith?.lacuna ?? null,
    version: lacunaVersion(),
  };
}
