import { z } from "zod";
import { choose } from "../../errors.ts";
import { parseSaved } from "../../parse-config.ts";
import { characterCnn, characterCnnConfig } from "./character-cnn.ts";
import { countsConfig, restoreCounts } from "./count-features.ts";
import { dictionaryFeatureConfig, restoreDictionaryFeatures } from "./dictionary-features.ts";
import { filesOfFeature } from "./feature-stack.ts";
import { hashedConfig, hashedFeatures } from "./hashed-features.ts";
import { restoreStaticVectors, staticVectorsConfig } from "./static-vectors.ts";
import type { WordFeatures } from "./word-features.ts";

type Files = ReadonlyMap<string, Uint8Array>;

/** Every word feature: its saved config (told apart by `kind`) and how it is made again from that and its files. */
export const wordFeatures: Readonly<Record<string, (config: unknown, files: Files) => WordFeatures>> =
  Object.freeze({
    hashed: (config) => hashedFeatures(withoutKind(parseSaved(hashedConfig, config, "word feature"))),
    "character-cnn": (config) =>
      characterCnn(withoutKind(parseSaved(characterCnnConfig, config, "word feature"))),
    "static-vectors": (config, files) =>
      restoreStaticVectors(parseSaved(staticVectorsConfig, config, "word feature"), files),
    counts: (config, files) => restoreCounts(parseSaved(countsConfig, config, "word feature"), files),
    lexicon: (config, files) =>
      restoreDictionaryFeatures(parseSaved(dictionaryFeatureConfig, config, "word feature"), files),
  });

const anyFeature = z.looseObject({ kind: z.string(), name: z.string() });

/** Makes a word feature again from its saved config and the files of its encoder. */
export function createWordFeatures(config: unknown, files: Files): WordFeatures {
  const { kind, name } = parseSaved(anyFeature, config, "word feature");
  return choose("word feature", wordFeatures, kind)(config, filesOfFeature(files, name));
}

function withoutKind<T extends { readonly kind: string }>({ kind: _, ...options }: T): Omit<T, "kind"> {
  return options;
}
