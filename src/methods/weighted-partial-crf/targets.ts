import { entryAt, zip } from "../../entries.ts";
import type { StoredTensor } from "../../graph/index.ts";
import { Random } from "../../random.ts";
import type { EpochMetrics, Stage } from "../learner.ts";
import { allowedOf } from "../tagger/batch.ts";
import { completionQuality } from "../tagger/completion-quality.ts";
import { type Completion, completion } from "../tagger/completions.ts";
import { knowledge } from "../tagger/corpus.ts";
import type { TargetBuilder, TargetBuilderParts } from "../tagger/learner.ts";
import {
  asLabelled,
  mayOccur,
  type TagTargets,
  type Treatments,
  tagTargets,
  treatment,
} from "../tagger/tag-targets.ts";
import type { WeightedPartialCrfOptions } from "./options.ts";

/** What may be completed: everything that the labels leave open. */
const asOpen: Treatments = {
  entity: "exact",
  outside: "exact",
  listed: "open",
  unlabelled: "latent",
  unknown: "latent",
};

/** No tag that is possible is ruled out for good. */
const LEAST = 1e-6;

/**
 * Weights the completions of a sentence by what models trained on other sentences make of it.
 *
 * Sentences that leave something open are dealt into folds. In each round each fold has a model, trained on all other
 * sentences: in the first round with unlabelled words as `O` or latent, later with the completions so far. It then completes the
 * fold, in agreement with the labels: by its best tag sequence (hard) or the probabilities of tags (soft). The main
 * training weights completions by those of the last round. [WPCRF, folds]
 */
export function weightedPartialCrfTargets(
  { task, corpus, scorer }: TargetBuilderParts,
  { wpcrf }: WeightedPartialCrfOptions,
): TargetBuilder {
  const { folds, rounds, completionEpochs, weights } = wpcrf;
  const atFirst = wpcrf.start === "latent" ? asOpen : asLabelled;
  const { count } = corpus.tagSet;
  const isOpen = (sentence: number) =>
    corpus.known(sentence).some((kind) => kind !== knowledge.entity && kind !== knowledge.outside);
  const open = [...corpus.sentences.keys()].filter(isOpen);
  const isNeeded = open.length >= folds;
  const foldOf = new Map(
    new Random(task.seed)
      .fork("folds")
      .shuffled(open)
      .map((sentence, i) => [sentence, i % folds]),
  );
  const early = Array.from({ length: isNeeded ? rounds * folds : 0 }, (_, stage): Stage => {
    const round = rounds === 1 ? "" : `, round ${Math.floor(stage / folds) + 1} of ${rounds}`;
    return {
      name: `completing fold ${(stage % folds) + 1} of ${folds}${round}`,
      epochs: { share: completionEpochs },
      isScored: false,
    };
  });
  const isSoft = weights === "soft";
  let completions: ReadonlyMap<number, Completion> = new Map();
  let stored: ReadonlyMap<string, StoredTensor> | undefined;
  let quality: EpochMetrics | undefined;
  function setCompletions(what: ReadonlyMap<number, Completion>): void {
    completions = what;
    stored = undefined;
    quality = undefined;
  }

  return {
    notices: isNeeded
      ? []
      : ["no sentence is partial, so weighted-partial-crf has nothing to complete; tagger does the same"],
    hasIgnored: mayOccur(corpus, asLabelled, ["ignored"]),
    hasLatent: isNeeded || mayOccur(corpus, asLabelled, ["open", "latent"]),
    hasWeights: isNeeded && isSoft,

    takesPart: (sentence, { stage }) => stage >= early.length || foldOf.get(sentence) !== stage % folds,

    targets(sentence, { stage }) {
      const found = completions.get(sentence);
      if (stage < Math.min(folds, early.length) || found === undefined) {
        return tagTargets(corpus, sentence, atFirst);
      }
      return weighted(tagTargets(corpus, sentence, asOpen), found);
    },

    stages: {
      early,
      async endStage({ stage }) {
        const wanted = open.filter((sentence) => foldOf.get(sentence) === stage % folds);
        const scores = await scorer.tagScores(wanted);
        const all = new Map(completions);
        for (const [sentence, own] of zip(wanted, scores)) {
          const allowed = allowedOf(tagTargets(corpus, sentence, asOpen), count);
          all.set(sentence, completion(own, corpus.tagSet, allowed));
        }
        setCompletions(all);
      },
      state() {
        stored ??= storeCompletions(completions);
        return stored;
      },
      restore(state) {
        setCompletions(restoreCompletions(state, (sentence) => corpus.tags(sentence).length, count));
      },
    },

    async measure({ stage }) {
      if (stage < early.length) return {};
      quality ??= completionQuality(corpus.sentences, (sentence) => {
        const found = completions.get(sentence);
        const known = corpus.known(sentence);
        return (
          found && corpus.tagSet.decode(found.path).filter(({ start }) => known[start] !== knowledge.entity)
        );
      });
      return quality;
    },
  };

  function weighted(targets: TagTargets, { path, marginals }: Completion): TagTargets {
    const isFree = (word: number) => targets.treatments[word] !== treatment.exact;
    if (!isSoft) {
      const tags = targets.tags.map((tag, word) => (isFree(word) ? entryAt(path, word) : tag));
      return { ...targets, tags, treatments: targets.treatments.map(() => treatment.exact) };
    }
    const logWeights = marginals.map((q, at) =>
      isFree(Math.floor(at / count)) ? Math.log(Math.max(q, LEAST)) : 0,
    );
    return { ...targets, logWeights };
  }
}

const [SENTENCES, PATHS, MARGINALS] = [
  "completions.sentences",
  "completions.paths",
  "completions.marginals",
] as const;

/** Completions as tensors, for a checkpoint. */
function storeCompletions(completions: ReadonlyMap<number, Completion>): ReadonlyMap<string, StoredTensor> {
  if (completions.size === 0) return new Map();
  const all = [...completions.values()];
  const words = all.reduce((sum, { path }) => sum + path.length, 0);
  const paths = new Float32Array(words);
  const marginals = new Float32Array(all.reduce((sum, own) => sum + own.marginals.length, 0));
  let [word, value] = [0, 0];
  for (const own of all) {
    paths.set(own.path, word);
    marginals.set(own.marginals, value);
    word += own.path.length;
    value += own.marginals.length;
  }
  const sentences = Float64Array.from(completions.keys());
  return new Map<string, StoredTensor>([
    [SENTENCES, { dtype: "F64", shape: [sentences.length], data: sentences }],
    [PATHS, { dtype: "F32", shape: [words], data: paths }],
    [MARGINALS, { dtype: "F32", shape: [marginals.length], data: marginals }],
  ]);
}

function restoreCompletions(
  state: ReadonlyMap<string, StoredTensor>,
  wordsOf: (sentence: number) => number,
  tags: number,
): Map<number, Completion> {
  const values = (name: string) => state.get(name)?.data ?? new Float32Array(0);
  const [paths, marginals] = [values(PATHS), values(MARGINALS)];
  let word = 0;
  return new Map(
    Array.from(values(SENTENCES), Number).map((sentence) => {
      const [from, to] = [word, word + wordsOf(sentence)];
      word = to;
      return [
        sentence,
        {
          path: Int32Array.from(paths.slice(from, to), Number),
          marginals: Float32Array.from(marginals.slice(from * tags, to * tags), Number),
        },
      ];
    }),
  );
}
