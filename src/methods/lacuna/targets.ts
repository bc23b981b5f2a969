import type { Sentence } from "../../data/index.ts";
import { OUTSIDE, shiftTags } from "../../models/index.ts";
import { Random } from "../../random.ts";
import type { Diagnostics, Stage } from "../learner.ts";
import { knowledge } from "../tagger/corpus.ts";
import type { TagTeacher, TagTeacherParts } from "../tagger/learner.ts";
import {
  likeliest,
  meanOpinion,
  type Opinion,
  recallOpinions,
  storeOpinions,
} from "../tagger/soft-labels.ts";
import { asLabelled, mayOccur, type TaughtWords, taughtWords, treatment } from "../tagger/tag-targets.ts";
import { completionQuality } from "./completion-quality.ts";
import { type TurnedDials, tagDials, turnDials } from "./logit-bias.ts";
import type { LacunaOptions } from "./options.ts";

/** Into how many parts partial sentences are cut; fewer where a model is dear. */
const [FOLDS, FEW_FOLDS] = [3, 2];

/** Epochs of a model that completes, as a share of the main training's; fewer where a model is dear. */
const [SHARE, SMALL_SHARE] = [1, 0.5];

/** What may be taken off the score of `O` of a model that completes. */
const EASES = [-2, -1, 0, 1, 2, 3, 4, 5, 6];

/** What may be taken off the score of `O` of the final model, which has learnt how much there is to find. */
const LAST_EASES = [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];

/** The share of the unlabelled words of its part that a model takes for `O` in an epoch. */
const KEPT = 0.1;

/** The share of the main training after which no partial sentence is left, where others are complete. */
const LEFT = 0.6;

/** One of so many members abstains from partial sentences, where complete ones have enough of the labels. */
const ABSTAINING = 3;

/** The share of all labels that complete sentences must have for a member to make do with them. */
const ENOUGH = 0.2;

/** What is less likely is not taught as an entity. */
const LIKELY = 0.5;

/** Dev sentences that the models that complete are measured by. */
const MEASURED = 1000;

/** What a config leaves open, decided by whether anything is known to be outside: then nobody need guess, and labels can be doubted. */
function settled(
  { holdOut, keep, doubt, leave, inherit, abstaining }: LacunaOptions["lacuna"],
  { hasOutside, complete, members }: { hasOutside: boolean; complete: number; members: number },
) {
  const asked = abstaining ?? (complete >= ENOUGH ? Math.floor(members / ABSTAINING) : 0);
  return {
    holdOut: holdOut === "auto" ? (hasOutside ? "sentences" : "outside") : holdOut,
    keep: keep ?? (hasOutside ? 0 : KEPT),
    doubt: doubt ?? (hasOutside ? 0.5 : 0),
    leave: leave ?? (hasOutside ? LEFT : 0),
    inherit: inherit ?? hasOutside,
    // A member that learnt from nothing at all would only disturb.
    abstaining: complete > 0 ? Math.min(asked, members - 1) : 0,
  } as const;
}

/**
 * Completes the labels of partial sentences, then teaches them.
 *
 * Partial sentences are cut into parts, and each part has a model. Of the unlabelled words of its part it gets but a few
 * for `O`, others in each epoch, so that the entities among them do not outweigh those that are labelled; of those of other
 * parts none. Then it says what it believes of the other parts. What the models of other parts believe of a sentence, on
 * the mean, is taught as often as it is likely, drawn anew in each epoch: entities, and words as `O`. A word that neither
 * was drawn for may have any tag.
 *
 * Where other sentences are complete, partial ones leave the main training one after another, so that what it hears last
 * is what people have labelled. The models that complete have then learnt nothing that would have to be unlearnt, and the main
 * training goes on with what the last of them know.
 *
 * With a panel of encoders its members are the models of as many parts at once; in the end all learn from the same
 * sentences, each with draws of its own, and decide together. Where other sentences are complete, some members never learn
 * from partial ones: what these teach wrongly all others have in common, and would agree on.
 */
export function lacunaTeacher(
  { task, corpus, judge, judges }: TagTeacherParts,
  { lacuna, angles }: LacunaOptions,
): TagTeacher {
  const { labels, seed } = task;
  const isDear = task.encoder.config.kind === "transformer";
  const folds = lacuna.folds ?? (isDear ? FEW_FOLDS : FOLDS);
  const share = lacuna.share ?? (isDear ? SMALL_SHARE : SHARE);
  const members = judges.length;
  const { holdOut, keep, doubt, leave, inherit, abstaining } = settled(lacuna, {
    hasOutside: corpus.has("outside"),
    complete: shareOfComplete(corpus.sentences),
    members,
  });
  const partial = corpus.sentences.flatMap(({ completeness }, i) => (completeness === "partial" ? [i] : []));
  const foldOf = new Int32Array(corpus.sentences.length).fill(-1);
  new Random(seed)
    .fork("folds")
    .shuffled(partial)
    .forEach((sentence, i) => {
      foldOf[sentence] = i % folds;
    });
  /** In which order partial sentences leave: the larger, the earlier; between 0 and 1. */
  const leaving = new Float64Array(corpus.sentences.length);
  new Random(seed)
    .fork("leaving")
    .shuffled(partial)
    .forEach((sentence, i) => {
      leaving[sentence] = i / partial.length;
    });
  const dev = (task.dev ?? []).filter(({ completeness }) => completeness === "complete");
  const measured = new Random(seed).fork("measured").shuffled(dev).slice(0, MEASURED);
  const isNeeded = partial.length >= folds;
  const stages = isNeeded ? Math.ceil(folds / members) : 0;
  const early = Array.from({ length: stages }, (_, stage): Stage => {
    const name = stages === 1 ? "completing" : `completing ${stage + 1} of ${stages}`;
    return { name, epochs: { share }, isScored: false, hasHeir: inherit && stage === stages - 1 };
  });
  /** The part whose model a member is in a stage. */
  const partOf = (stage: number, member: number) => (stage * members + member) % folds;
  /** Whether a member completes this sentence at the end of a stage. */
  const isJudged = (sentence: number, stage: number, member: number) =>
    stage < early.length && foldOf[sentence]! >= 0 && foldOf[sentence] !== partOf(stage, member);
  /** By sentence; with what is made of them for checkpoints and diagnostics, which ask again and again. */
  let opinions: ReadonlyMap<number, Opinion> = new Map();
  let stored: ReturnType<typeof storeOpinions> | undefined;
  let quality: Diagnostics | undefined;
  let corrections: TurnedDials["turned"] = [];
  function believe(what: ReadonlyMap<number, Opinion>): void {
    opinions = what;
    stored = undefined;
    quality = undefined;
  }

  return {
    notices:
      isNeeded && abstaining > 0
        ? [
            `${abstaining} of ${members} encoders ${abstaining === 1 ? "learns" : "learn"} from complete sentences alone`,
          ]
        : [],
    hasSilent: mayOccur(corpus, asLabelled, ["silent"]),
    hasOpen: isNeeded || mayOccur(corpus, asLabelled, ["open", "any"]),
    early,

    takesPart(sentence, { stage, epoch, epochs }, member) {
      if (foldOf[sentence]! >= 0 && member >= members - abstaining) return false;
      if (stage < early.length) return holdOut === "outside" || !isJudged(sentence, stage, member);
      return leave === 0 || foldOf[sentence]! < 0 || leaving[sentence]! < 1 - epoch / epochs / leave;
    },

    words(sentence, { stage, random }, member) {
      const labelled = taughtWords(corpus, sentence, asLabelled);
      if (!isNeeded || foldOf[sentence]! < 0) return labelled;
      if (stage < early.length)
        return thinned(sentence, labelled, isJudged(sentence, stage, member) ? 0 : keep, random);
      const opinion = opinions.get(sentence);
      return opinion === undefined ? labelled : completed(sentence, labelled, opinion, random);
    },

    async advance({ stage }) {
      const all = new Map(opinions);
      for (const [member, own] of judges.entries()) {
        // Members that are left over when all parts have a model.
        if (stage * members + member >= folds) continue;
        const judged = partial.filter((sentence) => isJudged(sentence, stage, member));
        const found = await own.opinions(judged, (await turn(own, measured, EASES))?.setting);
        judged.forEach((sentence, i) => {
          const before = all.get(sentence);
          all.set(sentence, before === undefined ? found[i]! : meanOpinion(before, found[i]!));
        });
      }
      believe(all);
    },

    memory() {
      stored ??= storeOpinions(opinions, labels);
      return stored;
    },

    recall(memory) {
      believe(recallOpinions(memory, labels));
    },

    async refresh(extent) {
      // Angles score all tags at once.
      if (extent === "sample" || angles) return;
      const set = await turn(judge, dev, LAST_EASES);
      if (set === undefined) return;
      shiftTags(task.parameters, set.setting, members);
      corrections = set.turned;
    },

    corrections: () => corrections,

    async diagnose({ stage }) {
      if (stage < early.length) return {};
      quality ??= completionQuality(corpus.sentences, (sentence) => {
        const opinion = opinions.get(sentence);
        return opinion && beside(corpus.known(sentence), opinion);
      });
      return quality;
    },
  };

  /** What is to be added to the scores of tags for the best F1 on dev sentences. */
  async function turn(
    judge: TagTeacherParts["judge"],
    sentences: readonly Sentence[],
    eases: readonly number[],
  ): Promise<TurnedDials | undefined> {
    if (sentences.length === 0) return undefined;
    const reading = await judge.read(sentences);
    const dials = tagDials(corpus.tagSet, labels.labels, sentences, eases);
    return turnDials(dials, corpus.tagSet.count, (settings) => reading.scores(settings));
  }

  /** Most unlabelled words are left out, others in each epoch. */
  function thinned(sentence: number, labelled: TaughtWords, keep: number, random: Random): TaughtWords {
    const known = corpus.known(sentence);
    const treatments = labelled.treatments.map((treated, word) =>
      known[word] === knowledge.unlabelled && random.uniform() >= keep ? treatment.any : treated,
    );
    return { ...labelled, treatments };
  }

  /** What is known of each word if labels that a model does not believe are taken away. */
  function believed(sentence: number, { labelled }: Opinion): Uint8Array {
    const known = Uint8Array.from(corpus.known(sentence));
    corpus.sentences[sentence]!.entities.forEach(({ start, end }, i) => {
      if (labelled[i]! < doubt) known.fill(knowledge.unlabelled, start, end);
    });
    return known;
  }

  /** What a model found where nothing is labelled. */
  function beside(known: Uint8Array, { entities }: Opinion) {
    return likeliest(
      entities.filter(
        ({ start, end, score }) =>
          score! >= LIKELY && known.subarray(start, end).every((kind) => kind === knowledge.unlabelled),
      ),
    );
  }

  /** What a sentence teaches with what was found in it. */
  function completed(sentence: number, labelled: TaughtWords, opinion: Opinion, random: Random): TaughtWords {
    const happens = (likely: number) => random.uniform() < likely;
    const known = believed(sentence, opinion);
    const entities = beside(known, opinion).filter(({ score }) => happens(score!));
    const added = corpus.tagSet.encode(labelled.tags.length, entities);
    const tags = labelled.tags.map((tag, word) =>
      known[word] === knowledge.unlabelled ? added[word]! : tag,
    );
    const treatments = labelled.treatments.map((treated, word) => {
      if (known[word] !== knowledge.unlabelled || added[word] !== OUTSIDE) return treated;
      return happens(1 - opinion.inside[word]!) ? treated : treatment.any;
    });
    return { ...labelled, tags, treatments };
  }
}

/** The share of all labels that complete sentences have. */
function shareOfComplete(sentences: readonly Sentence[]): number {
  const labelsOf = (some: readonly Sentence[]) =>
    some.reduce((sum, { entities }) => sum + entities.length, 0);
  const complete = labelsOf(sentences.filter(({ completeness }) => completeness === "complete"));
  return complete / Math.max(1, labelsOf(sentences));
}
