import {
  feedPaddedWords,
  learnedTransitions,
  paddedWords,
  taggerModel,
  tagHead,
  tagSet,
} from "../models/index.ts";
import type { Diagnostics, Learner, Place } from "./learner.ts";
import type { Task } from "./method.ts";
import { oValueDiagnostics } from "./o-value-diagnostics.ts";
import { SentenceJudge } from "./sentence-judge.ts";
import { feedTags, type TagInputsOptions, tagInputs } from "./tag-batch.ts";
import { type TagCorpus, tagCorpus } from "./tag-corpus.ts";
import { chainTagLoss, softmaxTagLoss } from "./tag-loss.ts";
import type { TagOptions } from "./tag-options.ts";
import { TagScorer } from "./tag-scorer.ts";
import type { TaughtWords } from "./taught-words.ts";

/** What a method makes of the labels, where all methods that tag words differ. */
export interface TagTeacher extends Pick<Learner, "early" | "advance" | "memory" | "recall" | "refresh"> {
  readonly notices: readonly string[];
  /** Whether a word may ever be left out. */
  readonly hasSilent: boolean;
  /** Whether a word may ever have several tags. */
  readonly hasOpen: boolean;
  /** Whether a sentence is learnt from at this place of the run; all are, unless told. */
  takesPart?(sentence: number, place: Place): boolean;
  /** What a sentence teaches at this place of the run. */
  words(sentence: number, place: Place): TaughtWords;
  /** What it knows of an epoch beside what all methods do. */
  diagnose?(place: Omit<Place, "random">): Promise<Diagnostics>;
}

/** What a teacher may look at. */
export interface TagTeacherParts {
  readonly task: Task;
  readonly corpus: TagCorpus;
  /** What the current model has for `O`, for each word of each sentence. */
  oValues(sentences: readonly number[]): Promise<Float32Array[]>;
  /** Looks at sentences with the current model. */
  readonly judge: Pick<SentenceJudge, "opinions" | "scores">;
}

export interface TagLearnerOptions extends TagOptions {
  /** Whether there are tags for spans that are known to name nothing. */
  readonly nonEntity?: boolean;
}

/** Trains a tagger on what a teacher makes of the labels. */
export function tagLearner(
  task: Task,
  options: TagLearnerOptions,
  createTeacher: (parts: TagTeacherParts) => TagTeacher,
): Learner {
  const { encoder, labels, sentences, prepared, seed } = task;
  const { decoder, scheme, angles, nonEntity = false } = options;
  const tags = tagSet(labels, { scheme, nonEntity });
  const head = tagHead({ dim: encoder.dim, tags: tags.count }, { ...options.head, angles });
  const corpus = tagCorpus(sentences, labels, tags);
  const scorer = new TagScorer(task, head);
  const oValues = (wanted: readonly number[]) => scorer.oValues(wanted);
  const model = taggerModel(
    { labels, dim: encoder.dim },
    { decoder, scheme, nonEntity, decode: options.decode, head: { ...options.head, angles } },
  );
  const judge = new SentenceJudge(task, model);
  const teacher = createTeacher({ task, corpus, oValues, judge });
  const diagnoseOValues = oValueDiagnostics({ corpus, seed, oValues });
  const padded = decoder === "crf";
  const { hasSilent, hasOpen } = teacher;
  const inputs: TagInputsOptions = { tags: tags.count, padded, hasSilent, hasOpen };
  const { notices, words, takesPart, diagnose, hasSilent: _, hasOpen: __, ...stages } = teacher;

  return {
    ...stages,

    model,

    notices: [
      ...(corpus.lost === 0
        ? []
        : [
            `${corpus.lost} of ${corpus.entities} training entities share words with longer ones and are not learnt, because a word has one tag; methods that score spans learn them`,
          ]),
      ...notices,
    ],

    build(context) {
      const scores = head.build(context, encoder.build(context).words);
      const taught = tagInputs(inputs);
      if (!padded) return softmaxTagLoss(scores, taught);
      return chainTagLoss(scores, learnedTransitions(context, tags.count), paddedWords(), taught);
    },

    async feed(all, place) {
      // A sentence without words has no tags, and no place in a padded batch.
      const batch = all.filter(
        (sentence) => prepared[sentence]!.words > 0 && takesPart?.(sentence, place) !== false,
      );
      if (batch.length === 0) return undefined;
      const taught = batch.map((sentence) => words(sentence, place));
      const lengths = batch.map((sentence) => prepared[sentence]!.words);
      return {
        ...encoder.feed(
          batch.map((sentence) => prepared[sentence]!),
          place.random,
        ),
        ...head.feed({ words: lengths.reduce((sum, own) => sum + own, 0) }, place.random),
        ...(padded && feedPaddedWords(lengths)),
        ...feedTags(taught, inputs),
      };
    },

    diagnose: async (place) => ({ ...(await diagnoseOValues()), ...(await diagnose?.(place)) }),
    counts: () => ({}),
    resume: () => {},
    dispose: async () => {
      await scorer.dispose();
      await judge.dispose();
    },
  };
}
