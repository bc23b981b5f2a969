import { OnnxSession } from "../graph/index.ts";
import { type FetchModelOptions, fetchModel } from "./fetch-model.ts";
import { TextTagger } from "./text-tagger.ts";

export { UserError } from "../errors.ts";
export type { FetchModelOptions } from "./fetch-model.ts";
export type { ScoredEntity, TaggedSentence, TagOptions } from "./sentence-tagger.ts";
export type { TaggedText, TextEntity } from "./tagged-text.ts";

export interface BrowserTaggerOptions extends FetchModelOptions {
  /** Words that are computed together. */
  readonly batchWords?: number;
  /** Processor threads. More than one works only in pages that are cross-origin isolated. */
  readonly threads?: number;
}

/**
 * A trained model in use in a web page, without a server: the folder that `lacuna train` wrote, put where pages can fetch it.
 * This is what `lacuna/browser` is for; ONNX Runtime runs as WebAssembly.
 *
 *     const model = await Tagger.load("models/news/");
 *     const [{ entities }] = await model.tag("Ada Lovelace was born in London.");
 */
export class Tagger extends TextTagger {
  /** Loads a model folder from its address, relative to the page's own. */
  static async load(
    address: string | URL,
    { batchWords, threads = 1, ...options }: BrowserTaggerOptions = {},
  ): Promise<Tagger> {
    const { encoder, model, onnx, documents, cutting, trainedWith } = await fetchModel(address, options);
    const session = await OnnxSession.load(onnx, {
      threads,
      runtime: "web",
      load: {
        // Of the builds of ONNX Runtime the one that computes on the processor, half as large as the others.
        web: () => import("onnxruntime-web/wasm"),
        node: () => Promise.reject(new Error("there is no native ONNX Runtime in a browser")),
      },
    });
    return new Tagger(
      { encoder, model, session, documents, cutting, ...(batchWords !== undefined && { batchWords }) },
      trainedWith,
    );
  }
}
