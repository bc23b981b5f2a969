import { Random } from "../random.ts";
import { completionQuality } from "./completion-quality.ts";
import type { LacunaOptions } from "./lacuna-options.ts";
import type { Stage } from "./learner.ts";
import { type Opinion, recallOpinions, storeOpinions } from "./opinion.ts";
import { knowledge } from "./tag-corpus.ts";
import type { TagTeacher, TagTeacherParts } from "./tag-learner.ts";
import { mayOccur, type TaughtWords, type Treatments, taughtWords, treatment } from "./taught-words.ts";

/** Before anything is completed. What is unlabelled is thinned out. */
const asLabelled: Treatments = {
  entity: "exact",
  outside: "exact",
  listed: "open",
  unlabelled: "exact",
  unknown: "silent",
};

/**
 * Completes the labels of partial sentences, then teaches them.
 *
 * Partial sentences are cut into folds. For each fold a model is trained on all others, and on the complete sentences;
 * of the unlabelled words it gets but a few for `O`, others in each epoch, so that the entities among them do not
 * outweigh those that are labelled. What it then finds in its fold is taken for labelled, what it takes for `O` is `O`,
 * and what it is not sure of is left out. A further round does the same with the labels of the round before.
 */
export function lacunaTeacher(
  { task, corpus, opinions: ask }: TagTeacherParts,
  { lacuna }: LacunaOptions,
): TagTeacher {
  const { labels, seed } = task;
  const { folds, rounds, keep } = lacuna;
  const partial = corpus.sentences.flatMap(({ completeness }, i) => (completeness === "partial" ? [i] : []));
  const foldOf = new Int32Array(corpus.sentences.length).fill(-1);
  new Random(seed)
    .fork("folds")
    .shuffled(partial)
    .forEach((sentence, i) => {
      foldOf[sentence] = i % folds;
    });
  const isNeeded = partial.length >= folds && rounds > 0;
  const early: Stage[] = [];
  for (let round = 0; isNeeded && round < rounds; round++) {
    for (let fold = 0; fold < folds; fold++) {
      const name = `completing ${fold + 1} of ${folds}${rounds > 1 ? `, round ${round + 1}` : ""}`;
      early.push({ name, epochs: { share: lacuna.share }, isScored: false });
    }
  }
  /** By sentence, of the last round in which it was judged. */
  let opinions = new Map<number, Opinion>();
  const isThinned = (stage: number) => isNeeded && stage < folds;

  return {
    notices: [],
    hasSilent: isNeeded || mayOccur(corpus, asLabelled, ["silent"]),
    hasOpen: mayOccur(corpus, asLabelled, ["open", "any"]),
    early,

    takesPart: (sentence, { stage }) => stage >= early.length || foldOf[sentence] !== stage % folds,

    words(sentence, { stage, random }) {
      const labelled = taughtWords(corpus, sentence, asLabelled);
      if (!isNeeded || foldOf[sentence]! < 0) return labelled;
      if (isThinned(stage)) return thinned(sentence, labelled, random);
      const opinion = opinions.get(sentence);
      return opinion === undefined ? labelled : completed(sentence, labelled, opinion);
    },

    async advance({ stage }) {
      const judged = partial.filter((sentence) => foldOf[sentence] === stage % folds);
      const found = await ask(judged);
      opinions = new Map([...opinions, ...judged.map((sentence, i) => [sentence, found[i]!] as const)]);
    },

    memory: () => storeOpinions(opinions, labels),

    recall(memory) {
      opinions = recallOpinions(memory, labels);
    },

    async diagnose({ stage }) {
      if (isThinned(stage) || !isNeeded) return {};
      return completionQuality(corpus.sentences, (sentence) => {
        const opinion = opinions.get(sentence);
        return opinion === undefined ? undefined : found(sentence, opinion);
      });
    },
  };

  /** Most unlabelled words are left out, others in each epoch. */
  function thinned(sentence: number, labelled: TaughtWords, random: Random): TaughtWords {
    const known = corpus.known(sentence);
    const treatments = labelled.treatments.map((treated, word) =>
      known[word] === knowledge.unlabelled && random.uniform() >= keep ? treatment.silent : treated,
    );
    return { ...labelled, treatments };
  }

  /** What a model found beside the labels. */
  function found(sentence: number, { entities }: Opinion) {
    const known = corpus.known(sentence);
    return entities.filter(({ start, end, score }) => {
      if (score! < lacuna.entity) return false;
      for (let word = start; word < end; word++) if (known[word] !== knowledge.unlabelled) return false;
      return true;
    });
  }

  function completed(sentence: number, labelled: TaughtWords, opinion: Opinion): TaughtWords {
    const known = corpus.known(sentence);
    const added = corpus.tagSet.encode(labelled.tags.length, found(sentence, opinion));
    const treatments = labelled.treatments.map((treated, word) => {
      if (known[word] !== knowledge.unlabelled || added[word] !== 0) return treated;
      return 1 - opinion.inside[word]! >= lacuna.outside ? treated : treatment.silent;
    });
    corpus.sentences[sentence]!.entities.forEach(({ start, end }, i) => {
      if (opinion.labelled[i]! < lacuna.doubt) treatments.fill(treatment.silent, start, end);
    });
    const tags = labelled.tags.map((tag, word) => (added[word] === 0 ? tag : added[word]!));
    return { ...labelled, tags, treatments };
  }
}
