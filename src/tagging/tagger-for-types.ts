import { OnnxSession, writeOnnx } from "../graph/index.ts";
import type { TypeDescriptions } from "../models/index.ts";
import { inferenceGraph, weightsOf } from "../models/index.ts";
import { usualCutting } from "../text/index.ts";
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
    ...options
  }: TaggerOptions & Pick<ModelForTypesOptions, "keep"> = {},
): Promise<Tagger> {
  const { threads, spinning, runtime } = options;
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
  });
  const outputs = inferenceGraph({ encoder, model, parameters });
  const baked = weightsOf(parameters, Object.values(outputs));
  const session = await OnnxSession.load(writeOnnx({ outputs, baked }), options);
  const given = batchWords === undefined ? {} : { batchWords };
  return new Tagger({ encoder, model, session, documents, cutting, ...given });
}
