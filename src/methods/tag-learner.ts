import { meanOf } from "../graph/index.ts";
import { feedPaddedWords, paddedWords, taggerModel, tagPanel, tagSet } from "../models/index.ts";
import type { Diagnostics, Learner, Place } from "./learner.ts";
import type { Task } from "./method.ts";
import { oValueDiagnostics } from "./o-value-diagnostics.ts";
import { SentenceJudge } from "./sentence-judge.ts";
import { feedTags, type TagInputsOptions, tagInputs } from "./tag-batch.ts";
import { type TagCorpus, tagCorpus } from "./tag-corpus.ts";
import { chainTagLoss, softmaxTagLoss } from "./tag-loss.ts";
import type { TagOptions } from "./tag-options.ts";
import { TagScorer } from "./tag-scorer.ts";
import { saysNothing, type TaughtWords } from "./taught-words.ts";

/** What a method makes of the labels, where all methods that tag words differ. */
export interface TagTeacher extends Pick<Learner, "early" | "advance" | "memory" | "recall" | "refresh"> {
  readonly notices: readonly string[];
  /** Whether a word may ever be left out. */
  readonly hasSilent: boolean;
  /** Whether a word may ever have several tags. */
  readonly hasOpen: boolean;
  /** Whether a member of the panel (from 0) learns from a sentence at this place of the run; all do, unless told. */
  takesPart?(sentence: number, place: Place, member: number): boolean;
  /** What a sentence teaches a member of the panel at this place of the run. */
  words(sentence: number, place: Place, member: number): TaughtWords;
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
  /** Looks at sentences with each member of its panel alone; with a single encoder this is `judge` once. */
  readonly judges: readonly Pick<SentenceJudge, "opinions" | "scores">[];
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
  const { members = 1 } = encoder;
  const panel = tagPanel({ dim: encoder.dim, tags: tags.count, members }, { ...options.head, angles });
  const corpus = tagCorpus(sentences, labels, tags);
  const scorer = new TagScorer(task, panel);
  const oValues = (wanted: readonly number[]) => scorer.oValues(wanted);
  const modelOf = (only?: number) =>
    taggerModel(
      { labels, dim: encoder.dim, only },
      { decoder, scheme, nonEntity, decode: options.decode, head: { ...options.head, angles }, members },
    );
  const model = modelOf();
  const judge = new SentenceJudge(task, model);
  const judges =
    members === 1 ? [judge] : panel.members.map((_, member) => new SentenceJudge(task, modelOf(member)));
  const teacher = createTeacher({ task, corpus, oValues, judge, judges });
  const diagnoseOValues = oValueDiagnostics({ corpus, seed, oValues });
  const padded = decoder === "crf";
  const { hasSilent, hasOpen } = teacher;
  const inputs = panel.members.map((_, member): TagInputsOptions => {
    const scope = members === 1 ? "" : `member${member + 1}.`;
    return { tags: tags.count, padded, hasSilent, hasOpen, scope };
  });
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
      const output = encoder.build(context);
      const words = padded ? paddedWords() : undefined;
      // Each member has a loss of its own: that they differ is what they are asked together for.
      const losses = panel.members.map((member, i) => {
        const scores = member.scores(context, output);
        const taught = tagInputs(inputs[i]!);
        return words === undefined
          ? softmaxTagLoss(scores, taught)
          : chainTagLoss(scores, member.transitions(context), words, taught);
      });
      return meanOf(losses);
    },

    async feed(all, place) {
      const learnt = (sentence: number, member: number) => takesPart?.(sentence, place, member) !== false;
      // A sentence without words has no tags, and no place in a padded batch.
      const batch = all.filter(
        (sentence) => prepared[sentence]!.words > 0 && inputs.some((_, member) => learnt(sentence, member)),
      );
      if (batch.length === 0) return undefined;
      const taught = (member: number) =>
        batch.map((sentence) => {
          const own = words(sentence, place, member);
          return learnt(sentence, member) ? own : saysNothing(own);
        });
      const lengths = batch.map((sentence) => prepared[sentence]!.words);
      return {
        ...encoder.feed(
          batch.map((sentence) => prepared[sentence]!),
          place.random,
        ),
        ...panel.feed({ words: lengths.reduce((sum, own) => sum + own, 0) }, place.random),
        ...(padded && feedPaddedWords(lengths)),
        ...Object.assign({}, ...inputs.map((own, member) => feedTags(taught(member), own))),
      };
    },

    diagnose: async (place) => ({ ...(await diagnoseOValues()), ...(await diagnose?.(place)) }),
    counts: () => ({}),
    resume: () => {},
    dispose: async () => {
      await scorer.dispose();
      for (const own of new Set([judge, ...judges])) await own.dispose();
    },
  };
}
