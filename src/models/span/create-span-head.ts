import { z } from "zod";
import { choose } from "../../errors.ts";
import { parseSaved } from "../../parse-config.ts";
import { biaffineClassifier, biaffineClassifierConfig } from "./biaffine-classifier.ts";
import { spanClassifier, spanClassifierConfig } from "./span-classifier.ts";
import type { SpanHead, SpanHeadConfig, SpanHeadSizes } from "./span-head.ts";
import { widthClassifier, widthClassifierConfig } from "./width-classifier.ts";

/** Makes one kind of head again. */
export type CreateSpanHead = (sizes: SpanHeadSizes, config: SpanHeadConfig) => SpanHead;

/** Every span head by the `kind` of its saved config. To add one, add a row. */
export const spanHeads: Readonly<Record<string, CreateSpanHead>> = Object.freeze({
  span: (sizes, config) => {
    const { kind: _, ...options } = parseSaved(spanClassifierConfig, config, "span head");
    return spanClassifier(sizes, options);
  },
  width: (sizes, config) => {
    const { kind: _, ...options } = parseSaved(widthClassifierConfig, config, "span head");
    return widthClassifier(sizes, options);
  },
  biaffine: (sizes, config) => {
    const { kind: _, ...options } = parseSaved(biaffineClassifierConfig, config, "span head");
    return biaffineClassifier(sizes, options);
  },
});

/** Makes a head again from its saved config; its weights are loaded into the store by the caller. */
export function createSpanHead(sizes: SpanHeadSizes, config: SpanHeadConfig): SpanHead {
  const { kind } = parseSaved(z.looseObject({ kind: z.string() }), config, "span head");
  return choose("span head", spanHeads, kind)(sizes, config);
}
