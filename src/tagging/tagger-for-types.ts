import { OnnxSession, writeOnnx } from "../graph/index.ts";
import type { TypeDescriptions } from "../models/index.ts";
import { inferenceGraph, weightsOf } from "../models/index.ts";
import { usualCutting } from "../text/index.ts";
import { checkInt8, isQuantised } from "./int8-graph.ts";
import { type ModelForTypesOptions, modelForTypes } from "./model-for-types.ts";
import { Tagger, type TaggerOptions } from "./tagger.ts";
/**
 * A trained bi-encoder that looks for other entity types, told by descriptions alone.
 *
 *     const types = new Map([["Gene", { description: "A gene or a protein, such as p53." }]]);
 *     const model = await taggerForTypes("model", types);
 */
export async function taggerForTypes(
  dir: string,
  descriptions: TypeDescriptions,
  {
    keep = true,
    batchWords,
    verify = true,
    int8 = false,
    ...options
  }: TaggerOptions & Pick<ModelForTypesOptions, "keep"> = {},
): Promise<Tagger> {
  if (int8) checkInt8(options);
  const { threads, spinning, runtime, device } = options;
  const {
    encoder,
    model,
    parameters,
    documents = null,
    cutting = usualCutting,
  } = await modelForTypes(dir, descriptions, {
    keep,
    verify,
    ...(threads !== undefined && { threads }),
    ...(spinning !== undefined && { spinning }),
    ...(runtime !== undefined && { runtime }),
    ...(device !== undefined && { device }),
  });
  const outputs = inferenceGraph({ encoder, model, parameters });
  const baked = weightsOf(parameters, Object.values(outputs));
  const session = await OnnxSession.load(
    writeOnnx({ outputs, baked, ...(int8 && { int8: isQuantised }) }),
    options,
  );
  const given = batchWords === undefined ? {} : { batchWords };
  return new Tagger({ encoder, model, session, documents, cutting, ...given });
}
