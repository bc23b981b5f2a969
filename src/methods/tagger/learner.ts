import type { LinearChain } from "../../chains/index.ts";
import type { Sentence } from "../../data/index.ts";
import type { Encoder } from "../../encoders/index.ts";
import { entriesAt, entryAt, zip } from "../../entries.ts";
import type { BuildContext, Node, Tensors } from "../../graph/index.ts";
import { meanOf } from "../../graph/index.ts";
import {
  feedPaddedWords,
  paddedWords,
  type TaggerScheme,
  type TagMember,
  tagEnsemble,
  taggerModel,
  tagSet,
} from "../../models/index.ts";
import type { Random } from "../../random.ts";
import type { EpochContext, EpochMetrics, Learner, StepContext } from "../learner.ts";
import type { Task } from "../method.ts";
import { feedTags, type TagInputsOptions, tagInputs } from "./batch.ts";
import { type TagCorpus, tagCorpus } from "./corpus.ts";
import { chainTagLoss, softmaxTagLoss } from "./loss.ts";
import { oValueMetrics } from "./o-value-metrics.ts";
import type { TagOptions } from "./options.ts";
import { partOfBatch, recordWeights } from "./part-of-batch.ts";
import { TagScorer } from "./scorer.ts";
import { TagSpanScorer } from "./span-scorer.ts";
import { allLatent, type TagTargets } from "./tag-targets.ts";
/** Turns labels into training targets: what sets one tagging method apart from another. */
export interface TargetBuilder extends Pick<Learner, "stages" | "fit" | "leftOut" | "notices"> {
  /** Whether a word may ever be left out of the loss. */
  readonly hasIgnored: boolean;
  /** Whether a word may ever have several tags. */
  readonly hasLatent: boolean;
  /** Whether the tags of such a word may be weighted; default: no. */
  readonly hasWeights?: boolean;
  /** Whether a member of the ensemble (from 0) learns from a sentence at this point of the run; default: all do. */
  takesPart?(sentence: number, context: StepContext, member: number): boolean;
  /** The targets of a sentence for a member of the ensemble, at this point of the run. */
  targets(sentence: number, context: StepContext, member: number): TagTargets;
  /** What it measures beside what all taggers do; default: nothing. */
  measure?(context: EpochContext): Promise<EpochMetrics>;
}

/** A loss over the scores of words, for methods that do not train on tags as targets. */
export interface WordLossBuilder extends Pick<Learner, "stages" | "fit" | "notices"> {
  readonly wordLoss: {
    /**
     * @param scores `["words", tags]`
     * @param chain the same laid out by sentence, with learned transitions; undefined for `decoder: softmax`
     */
    build(scores: Node, chain?: LinearChain): Node;
    /** Numbers of a batch of sentences for the inputs of `build`. */
    feed(batch: readonly number[], context: StepContext): Tensors;
  };
  readonly takesPart?: TargetBuilder["takesPart"];
  readonly measure?: TargetBuilder["measure"];
}

/** What a target builder may look at. */
export interface TargetBuilderParts {
  readonly task: Task;
  readonly corpus: TagCorpus;
  /** What the current model has for `O`, for each word of each sentence. */
  oValues(sentences: readonly number[]): Promise<Float32Array[]>;
  /** The same for sentences that are not trained on. */
  oValuesOf(sentences: readonly Sentence[]): Promise<Float32Array[]>;
  /** Scores spans with the current model, all members of its ensemble together. */
  readonly scorer: Pick<TagSpanScorer, "softLabels" | "read" | "tagScores">;
  /** Scores spans with each member alone; with a single encoder this is `scorer` once. */
  readonly memberScorers: readonly Pick<TagSpanScorer, "softLabels" | "read" | "tagScores">[];
}

interface TagLearnerOptions extends Omit<TagOptions, "scheme"> {
  readonly scheme: TaggerScheme;
  /** Whether there are tags for spans that are known to name nothing. */
  readonly nonEntity?: boolean;
}

/** One head, and the encoder whose words it reads. */
interface TrainedMember {
  readonly head: TagMember;
  readonly encoder: Encoder;
}

/** Trains a tagger on the targets that a method makes of the labels. */
export function tagLearner(
  task: Task,
  options: TagLearnerOptions,
  createTargets: (parts: TargetBuilderParts) => TargetBuilder | WordLossBuilder,
): Learner {
  const { encoder, labels, sentences, prepared, seed } = task;
  const { decoder, scheme, angles = false, nonEntity = false } = options;
  const tags = tagSet(labels, { scheme, nonEntity });
  const encoders = encoder.members ?? [encoder];
  const members = encoders.length;
  const ensemble = tagEnsemble({ dim: encoder.dim, tags: tags.count, members }, { ...options.head, angles });
  const corpus = tagCorpus(sentences, labels, tags);
  const tagScorer = new TagScorer(task, ensemble);
  const oValues = (wanted: readonly number[]) => tagScorer.oValues(wanted);
  const oValuesOf = (read: readonly Sentence[]) => tagScorer.oValuesOf(read);
  const modelOf = (only?: number) =>
    taggerModel(
      { labels, dim: encoder.dim, only },
      { decoder, scheme, nonEntity, decode: options.decode, head: { ...options.head, angles }, members },
    );
  const model = modelOf();
  const scorer = new TagSpanScorer(task, model);
  const memberScorers =
    members === 1 ? [scorer] : ensemble.members.map((_, member) => new TagSpanScorer(task, modelOf(member)));
  const builder = createTargets({ task, corpus, oValues, oValuesOf, scorer, memberScorers });
  const { stages, fit } = builder;
  const wordLoss = "wordLoss" in builder ? builder.wordLoss : undefined;
  const tagTargets = "wordLoss" in builder ? undefined : builder;
  const { hasIgnored = false, hasLatent = false, hasWeights = false } = tagTargets ?? {};
  const measureOValues = oValueMetrics({ corpus, seed, oValues });
  const padded = decoder === "crf";
  const inputs: TagInputsOptions = { tags: tags.count, padded, hasIgnored, hasLatent, hasWeights };
  /** Where there are several members, their parts of the graph are told apart. */
  const trained = zip(ensemble.members, encoders).map(([head, own], member) => ({
    head,
    encoder: own,
    part: partOfBatch(member + 1),
  }));

  return {
    model,
    graph: { build, feed },
    ...(stages !== undefined && { stages }),
    ...(fit !== undefined && { fit }),
    ...(tagTargets?.leftOut !== undefined && { leftOut: tagTargets.leftOut }),
    metrics: {
      endEpoch: async (context) => ({ ...(await measureOValues()), ...(await builder.measure?.(context)) }),
      counts: () => ({}),
      resume: () => {},
    },
    notices: [
      ...(corpus.lost === 0
        ? []
        : [
            `${corpus.lost} of ${corpus.entities} training entities share words with longer ones and are not learnt, because a word has one tag; --method binder --set decode.mode=nested learns and finds them`,
          ]),
      ...builder.notices,
    ],
    dispose: async () => {
      await tagScorer.dispose();
      for (const own of new Set([scorer, ...memberScorers])) await own.dispose();
    },
  };

  /** Each member has a loss and a batch of its own: an ensemble is worth more than a model because its members differ. */
  function build(context: BuildContext): Node {
    if (members === 1) return meanOf(trained.map((member) => lossOf(context, member)));
    const recorded = recordWeights(context);
    return meanOf(trained.map((member) => member.part.rename(lossOf(recorded, member), recorded.isWeight)));
  }

  async function feed(all: readonly number[], context: StepContext): Promise<Tensors | undefined> {
    // A sentence without words has no tags, and no place in a padded batch.
    const filled = all.filter((sentence) => entryAt(prepared, sentence).words > 0);
    const batches = trained.map((_, member) =>
      filled.filter((sentence) => builder.takesPart?.(sentence, context, member) !== false),
    );
    if (batches.every(({ length }) => length === 0)) return undefined;
    const feeds = zip(trained, batches).map(([own, batch], member) => {
      if (tagTargets === undefined)
        return feedMember(own, batch, wordLoss!.feed(batch, context), context.random);
      const tagsOf = (some: readonly number[], treat = (own: TagTargets) => own) =>
        feedTags(
          some.map((sentence) => treat(tagTargets.targets(sentence, context, member))),
          inputs,
        );
      // A graph has no empty batches: a member that learns nothing here reads one sentence whose words are all latent.
      const fed =
        batch.length > 0
          ? feedMember(own, batch, tagsOf(batch), context.random)
          : feedMember(own, filled.slice(0, 1), tagsOf(filled.slice(0, 1), allLatent), context.random);
      return members === 1 ? fed : own.part.renameFeeds(fed);
    });
    return Object.assign({}, ...feeds);
  }

  function lossOf(context: BuildContext, { head: member, encoder: own }: TrainedMember): Node {
    const scores = member.scores(context, own.build(context).words);
    if (wordLoss !== undefined && !padded) return wordLoss.build(scores);
    if (wordLoss !== undefined) {
      const { pad, mask } = paddedWords();
      return wordLoss.build(scores, { emissions: pad(scores), ...member.transitions(context), mask });
    }
    const targets = tagInputs(inputs);
    return padded
      ? chainTagLoss(scores, member.transitions(context), paddedWords(), targets)
      : softmaxTagLoss(scores, targets);
  }

  function feedMember(
    member: TrainedMember,
    batch: readonly number[],
    targets: Tensors,
    random: Random,
  ): Tensors {
    const text = entriesAt(prepared, batch);
    const lengths = text.map(({ words }) => words);
    return {
      ...member.encoder.feed(text, random),
      ...member.head.feed({ words: lengths.reduce((sum, own) => sum + own, 0) }, random),
      ...(padded && feedPaddedWords(lengths)),
      ...targets,
    };
  }
}
