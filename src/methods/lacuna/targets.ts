import type { Sentence } from "../../data/index.ts";
import { entryAt, zip } from "../../entries.ts";
import { addTagBias, OUTSIDE } from "../../models/index.ts";
import { Random } from "../../random.ts";
import type { EpochMetrics, Stage } from "../learner.ts";
import { completionQuality } from "../tagger/completion-quality.ts";
import { knowledge } from "../tagger/corpus.ts";
import type { TargetBuilder, TargetBuilderParts } from "../tagger/learner.ts";
import {
  averageSoftLabels,
  likeliest,
  restoreSoftLabels,
  type SoftLabels,
  storeSoftLabels,
} from "../tagger/soft-labels.ts";
import { asLabelled, mayOccur, type TagTargets, tagTargets, treatment } from "../tagger/tag-targets.ts";
import { type FittedBiases, fitLogitBiases, tagBiases } from "./logit-bias.ts";
import type { DecidedLacunaOptions } from "./options.ts";

/** What may be subtracted from the logit of `O` in a completion model. */
const O_GRID = [-2, -1, 0, 1, 2, 3, 4, 5, 6];

/** The same for the final model, which has learnt how much there is to find. */
const LAST_O_GRID = [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];

/** Entities with a lower posterior are no pseudo-labels. */
const LIKELY = 0.5;

/** Dev sentences that the biases of completion models are fitted on. */
const MEASURED = 1000;

/**
 * Pseudo-labels partial sentences, then trains on them.
 *
 * Partial sentences are dealt into folds, and each fold has a model. It is trained with `O` on a small random share of its
 * own fold's unlabelled words, resampled per epoch, so that missed entities among them do not outweigh the labelled ones;
 * in other folds unlabelled words are latent. Then it labels the other folds. The posteriors of the models of all other
 * folds are averaged, and each epoch of the main training samples its targets from them: entities, and words as `O`. Words
 * for which neither is drawn are latent.
 *
 * Where other sentences are complete, partial ones are phased out of the main training, so that it ends on gold labels.
 * The completion models have then learnt nothing that would have to be unlearnt, and the main training continues from their
 * weights.
 *
 * With an ensemble its members are the models of as many folds at once; in the main training all learn from the same
 * sentences, each with draws of its own. Where other sentences are complete, some members train on these alone: errors of
 * partial labels are systematic, and the other members share them.
 */
export function lacunaTargets(
  { task, corpus, scorer, memberScorers }: TargetBuilderParts,
  { lacuna }: Pick<DecidedLacunaOptions, "lacuna">,
): TargetBuilder {
  const { labels, seed } = task;
  const { folds, holdOut, outsideRate, relabelBelow, partialUntil, carryWeights } = lacuna;
  const members = memberScorers.length;
  const partial = corpus.sentences.flatMap(({ completeness }, i) => (completeness === "partial" ? [i] : []));
  const shuffled = (name: string) => new Random(seed).fork(name).shuffled(partial);
  /** The fold of each partial sentence. */
  const foldOf = new Map(shuffled("folds").map((sentence, i) => [sentence, i % folds]));
  /** In which order partial sentences are phased out: the larger, the earlier; between 0 and 1. */
  const leaving = new Map(shuffled("leaving").map((sentence, i) => [sentence, i / partial.length]));
  const completeOf = (some: readonly Sentence[]) =>
    some.filter(({ completeness }) => completeness === "complete");
  const dev = completeOf(task.dev ?? []);
  const measured = new Random(seed).fork("measured").shuffled(dev).slice(0, MEASURED);
  const isNeeded = partial.length >= folds;
  const stageCount = isNeeded ? Math.ceil(folds / members) : 0;
  const early = Array.from({ length: stageCount }, (_, stage): Stage => {
    const name = stageCount === 1 ? "completing" : `completing ${stage + 1} of ${stageCount}`;
    return {
      name,
      epochs: { share: lacuna.completionEpochs },
      isScored: false,
      carryWeights: carryWeights && stage === stageCount - 1,
    };
  });
  /** The fold whose model a member is in a stage. */
  const foldOfMember = (stage: number, member: number) => (stage * members + member) % folds;
  /** Whether a member labels this sentence at the end of a stage. */
  const isLabelledBy = (sentence: number, stage: number, member: number) =>
    stage < early.length && foldOf.has(sentence) && foldOf.get(sentence) !== foldOfMember(stage, member);
  /** Soft labels by sentence; with what is made of them for checkpoints and metrics, which ask again and again. */
  let softLabels: ReadonlyMap<number, SoftLabels> = new Map();
  let stored: ReturnType<typeof storeSoftLabels> | undefined;
  let quality: EpochMetrics | undefined;
  let corrections: FittedBiases["values"] = [];
  function setSoftLabels(what: ReadonlyMap<number, SoftLabels>): void {
    softLabels = what;
    stored = undefined;
    quality = undefined;
  }
  const { goldOnlyMembers } = lacuna;

  return {
    notices:
      isNeeded && goldOnlyMembers > 0
        ? [
            `${goldOnlyMembers} of the ${members} models of the ensemble ${goldOnlyMembers === 1 ? "trains" : "train"} on complete sentences alone`,
          ]
        : [],
    hasIgnored: mayOccur(corpus, asLabelled, ["ignored"]),
    hasLatent: isNeeded || mayOccur(corpus, asLabelled, ["open", "latent"]),

    takesPart(sentence, { stage, epoch, epochs }, member) {
      if (foldOf.has(sentence) && member >= members - goldOnlyMembers) return false;
      if (stage < early.length) return holdOut === "outside" || !isLabelledBy(sentence, stage, member);
      const leaves = leaving.get(sentence);
      return partialUntil === 0 || leaves === undefined || !(leaves >= 1 - epoch / epochs / partialUntil);
    },

    targets(sentence, { stage, random }, member) {
      const labelled = tagTargets(corpus, sentence, asLabelled);
      if (!isNeeded || !foldOf.has(sentence)) return labelled;
      if (stage < early.length)
        return thinned(sentence, labelled, isLabelledBy(sentence, stage, member) ? 0 : outsideRate, random);
      const soft = softLabels.get(sentence);
      return soft === undefined ? labelled : completed(sentence, labelled, soft, random);
    },

    stages: {
      early,
      fits: { times: members, mostSentences: MEASURED },
      async endStage({ stage }, _score, chosen) {
        const all = new Map(softLabels);
        const fitted = chosen === undefined ? measured : completeOf(chosen).slice(0, MEASURED);
        for (const [member, own] of memberScorers.entries()) {
          // Members that are left over when all folds have a model.
          if (stage * members + member >= folds) continue;
          const wanted = partial.filter((sentence) => isLabelledBy(sentence, stage, member));
          const found = await own.softLabels(wanted, (await fitBiases(own, fitted, O_GRID))?.biases);
          for (const [sentence, soft] of zip(wanted, found)) {
            const before = all.get(sentence);
            all.set(sentence, before === undefined ? soft : averageSoftLabels(before, soft));
          }
        }
        setSoftLabels(all);
      },
      state() {
        stored ??= storeSoftLabels(softLabels, labels);
        return stored;
      },
      restore(state) {
        setSoftLabels(restoreSoftLabels(state, labels));
      },
    },

    fit: {
      reads: "dev",
      async refresh(extent, _context, chosen) {
        if (extent === "sample") return;
        const fitted = await fitBiases(scorer, chosen === undefined ? dev : completeOf(chosen), LAST_O_GRID);
        if (fitted === undefined) return;
        addTagBias(task.parameters, fitted.biases, members);
        corrections = fitted.values;
      },
      corrections: () => corrections,
    },

    async measure({ stage }) {
      if (stage < early.length) return {};
      quality ??= completionQuality(corpus.sentences, (sentence) => {
        const soft = softLabels.get(sentence);
        return soft && beside(corpus.known(sentence), soft);
      });
      return quality;
    },
  };

  /** The logit biases that give the best F1 on dev sentences. */
  async function fitBiases(
    own: TargetBuilderParts["scorer"],
    sentences: readonly Sentence[],
    grid: readonly number[],
  ): Promise<FittedBiases | undefined> {
    if (sentences.length === 0) return undefined;
    const reading = await own.read(sentences);
    const biases = tagBiases(corpus.tagSet, labels.labels, sentences, grid);
    return fitLogitBiases(biases, corpus.tagSet.count, (settings) => reading.scores(settings));
  }

  /** Most unlabelled words are latent, others in each epoch. */
  function thinned(sentence: number, labelled: TagTargets, rate: number, random: Random): TagTargets {
    const known = corpus.known(sentence);
    const treatments = labelled.treatments.map((treated, word) =>
      known[word] === knowledge.unlabelled && random.uniform() >= rate ? treatment.latent : treated,
    );
    return { ...labelled, treatments };
  }

  /** What is known of each word if labels with too low a posterior are taken away. */
  function believed(sentence: number, { labelled }: SoftLabels): Uint8Array {
    const known = Uint8Array.from(corpus.known(sentence));
    for (const [{ start, end }, likely] of zip(entryAt(corpus.sentences, sentence).entities, labelled)) {
      if (likely < relabelBelow) known.fill(knowledge.unlabelled, start, end);
    }
    return known;
  }

  /** Pseudo-labels where nothing is labelled. */
  function beside(known: Uint8Array, { entities }: SoftLabels) {
    return likeliest(
      entities.filter(
        ({ start, end, score }) =>
          score >= LIKELY && known.subarray(start, end).every((kind) => kind === knowledge.unlabelled),
      ),
    );
  }

  /** The targets of a sentence, sampled from its soft labels. */
  function completed(sentence: number, labelled: TagTargets, soft: SoftLabels, random: Random): TagTargets {
    const happens = (likely: number) => random.uniform() < likely;
    const known = believed(sentence, soft);
    const entities = beside(known, soft).filter(({ score }) => happens(score));
    const added = corpus.tagSet.encode(labelled.tags.length, entities);
    const tags = labelled.tags.map((tag, word) =>
      known[word] === knowledge.unlabelled ? entryAt(added, word) : tag,
    );
    const treatments = labelled.treatments.map((treated, word) => {
      if (known[word] !== knowledge.unlabelled || added[word] !== OUTSIDE) return treated;
      return happens(1 - entryAt(soft.inside, word)) ? treated : treatment.latent;
    });
    return { ...labelled, tags, treatments };
  }
}
