import type { Encoder } from "../../encoders/index.ts";
import type { BuildContext, Node, Tensors } from "../../graph/index.ts";
import { meanOf } from "../../graph/index.ts";
import {
  feedPaddedWords,
  paddedWords,
  type TagMember,
  taggerModel,
  tagPanel,
  tagSet,
} from "../../models/index.ts";
import type { Random } from "../../random.ts";
import type { Diagnostics, Learner, Place } from "../learner.ts";
import type { Task } from "../method.ts";
import { feedTags, type TagInputsOptions, tagInputs } from "./batch.ts";
import { type TagCorpus, tagCorpus } from "./corpus.ts";
import { chainTagLoss, softmaxTagLoss } from "./loss.ts";
import { oValueDiagnostics } from "./o-value-diagnostics.ts";
import type { TagOptions } from "./options.ts";
import { partOfBatch, recordWeights } from "./part-of-batch.ts";
import { TagScorer } from "./scorer.ts";
import { SentenceJudge } from "./span-scorer.ts";
import { saysNothing, type TaughtWords } from "./tag-targets.ts";
/** What a method makes of the labels, where all methods that tag words differ. */
export interface TagTeacher
  extends Pick<Learner, "early" | "advance" | "memory" | "recall" | "refresh" | "corrections"> {
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
  readonly judge: Pick<SentenceJudge, "opinions" | "read">;
  /** Looks at sentences with each member of its panel alone; with a single encoder this is `judge` once. */
  readonly judges: readonly Pick<SentenceJudge, "opinions" | "read">[];
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
  const encoders = encoder.members ?? [encoder];
  const members = encoders.length;
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
  const inputs: TagInputsOptions = { tags: tags.count, padded, hasSilent, hasOpen };
  /** Where members are several, their parts of the graph are told apart. */
  const parts = panel.members.map((_, member) => partOfBatch(member + 1));
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

    // Each member has a loss and a batch of its own: that they differ is what they are asked together for.
    build(context) {
      if (members === 1) return lossOf(context, encoder, panel.members[0]!);
      const recorded = recordWeights(context);
      return meanOf(
        panel.members.map((member, i) =>
          parts[i]!.rename(lossOf(recorded, encoders[i]!, member), recorded.isWeight),
        ),
      );
    },

    async feed(all, place) {
      // A sentence without words has no tags, and no place in a padded batch.
      const filled = all.filter((sentence) => prepared[sentence]!.words > 0);
      const batches = panel.members.map((_, member) =>
        filled.filter((sentence) => takesPart?.(sentence, place, member) !== false),
      );
      if (batches.every(({ length }) => length === 0)) return undefined;
      const feeds = batches.map((batch, member) => {
        const taught = batch.map((sentence) => words(sentence, place, member));
        // A graph has no empty batches: a member that learns nothing reads a sentence that says nothing.
        return batch.length > 0
          ? feedMember(member, batch, taught, place.random)
          : feedMember(
              member,
              filled.slice(0, 1),
              [saysNothing(words(filled[0]!, place, member))],
              place.random,
            );
      });
      if (members === 1) return feeds[0]!;
      return Object.assign({}, ...feeds.map((own, member) => parts[member]!.renameFeeds(own)));
    },

    diagnose: async (place) => ({ ...(await diagnoseOValues()), ...(await diagnose?.(place)) }),
    counts: () => ({}),
    resume: () => {},
    dispose: async () => {
      await scorer.dispose();
      for (const own of new Set([judge, ...judges])) await own.dispose();
    },
  };

  function lossOf(context: BuildContext, own: Encoder, member: TagMember): Node {
    const scores = member.scores(context, own.build(context).words);
    const taught = tagInputs(inputs);
    return padded
      ? chainTagLoss(scores, member.transitions(context), paddedWords(), taught)
      : softmaxTagLoss(scores, taught);
  }

  function feedMember(
    member: number,
    batch: readonly number[],
    taught: readonly TaughtWords[],
    random: Random,
  ): Tensors {
    const lengths = batch.map((sentence) => prepared[sentence]!.words);
    return {
      ...encoders[member]!.feed(
        batch.map((sentence) => prepared[sentence]!),
        random,
      ),
      ...panel.members[member]!.feed({ words: lengths.reduce((sum, own) => sum + own, 0) }, random),
      ...(padded && feedPaddedWords(lengths)),
      ...feedTags(taught, inputs),
    };
  }
}
