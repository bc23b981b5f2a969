import { OnnxSession, type OnnxSessionOptions } from "../graph/index.ts";
import { checkInt8, int8Graph } from "./int8-graph.ts";
import { openModelFolder } from "./open-model-folder.ts";
import type { SentenceTaggerOptions } from "./sentence-tagger.ts";
import { TextTagger } from "./text-tagger.ts";
export interface TaggerOptions
  extends OnnxSessionOptions,
    Pick<SentenceTaggerOptions, "batchesAhead" | "onBatch"> {
  /** Words (word-pieces for a transformer) that are computed together: more is faster up to a point, and takes more memory. */
  readonly batchWords?: number;
  /** Compute with 8-bit weights: faster, nearly the same scores. A model that was exported so does in any case. */
  readonly int8?: boolean;
  /** `false` takes the folder's files as they are, without comparing them with their checksums. */
  readonly verify?: boolean;
}

/**
 * A trained model in use. Safe for concurrent calls; holds the model in memory until disposed.
 *
 *     const model = await Tagger.load("model");
 *     const [{ entities }] = await model.tag("Ada Lovelace was born in London.");
 *     await model.dispose();
 */
export class Tagger extends TextTagger {
  /** Loads a model that `lacuna train` saved. */
  static async load(
    dir: string,
    { batchWords, batchesAhead, onBatch, verify = true, int8 = false, ...options }: TaggerOptions = {},
  ): Promise<Tagger> {
    if (int8) checkInt8(options);
    const opened = await openModelFolder(dir, { verify, weights: int8 });
    const { encoder, model, documents, cutting, trainedWith } = opened;
    const session = await OnnxSession.load(int8 ? await int8Graph(opened) : opened.onnx, options);
    const given = {
      ...(batchWords !== undefined && { batchWords }),
      ...(batchesAhead !== undefined && { batchesAhead }),
      ...(onBatch !== undefined && { onBatch }),
    };
    return new Tagger({ encoder, model, session, documents, cutting, ...given }, trainedWith);
  }
}
