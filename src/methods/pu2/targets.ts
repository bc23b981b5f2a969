import { UserError } from "../../errors.ts";
import type { LeftOut, Stage } from "../learner.ts";
import { knowledge } from "../tagger/corpus.ts";
import type { TargetBuilder, TargetBuilderParts } from "../tagger/learner.ts";
import { asLabelled, mayOccur, tagTargets, treatment } from "../tagger/tag-targets.ts";
import { leftOutWords } from "./left-out.ts";
import {
  completeOf,
  entityWords,
  LEAST_REMOVED,
  missingByDensity,
  missingByValues,
} from "./missing-words.ts";
import { nonEntitySpans } from "./non-entity-spans.ts";
import type { Pu2Options } from "./options.ts";
import { rankedWords } from "./ranked-words.ts";
import { removalQuality, smallestValues } from "./removal.ts";
import { bestTrial, nextTrial, type Pu2Search, type Pu2Settings, type Pu2Trial, trialsOf } from "./search.ts";
import { separation } from "./separation.ts";
import { type Explored, restorePu2State, storePu2State } from "./state.ts";

/** n where there is nothing to choose it by. */
const USUAL_EXPLORING = 2;

/**
 * The two steps. Exploring trains on the labels as they are; then the unlabelled words with the ⌈λm⌉ smallest O-values
 * are removed, and training starts anew without them and with a few non-entity spans, drawn in each epoch. With
 * `tune`, short trainings with several settings come in between. [PU2, Algorithm 1]
 *
 * What the options leave open is chosen when exploring ends, without any training: n by how well O-values tell entities of
 * complete dev sentences from their other words, λ by how many words are missing.
 */
export function pu2Targets(
  { task, corpus, oValues, oValuesOf }: TargetBuilderParts,
  { pu2 }: Pu2Options,
): TargetBuilder {
  const ranked = rankedWords(corpus);
  const canRemove = ranked.count > 0 && (pu2.tune || pu2.remove !== 0);
  if (pu2.tune && task.dev === undefined) {
    throw new UserError('"pu2.tune" needs complete sentences to compare settings on', {
      hint: "name a file with --dev, or leave out pu2.tune",
    });
  }
  const dev = completeOf(task.dev ?? []);
  const byDensity = missingByDensity(dev, corpus, ranked.sentences);
  /** Where O-values have to be known after fewer epochs as well. */
  const isChosen = pu2.tune || (pu2.explore === null && byDensity !== undefined);
  const exploringEpochs = isChosen
    ? Math.max(pu2.explore ?? 1, ...pu2.grid.explore)
    : (pu2.explore ?? USUAL_EXPLORING);
  const exploring = canRemove ? [{ name: "exploring", epochs: exploringEpochs, isScored: false }] : [];
  const trialStages = Array.from({ length: trialsOf(searchFrom(undefined)) }, (_, i) => ({
    name: `trial ${i + 1}`,
    epochs: pu2.trialEpochs,
    isScored: true,
  }));
  const early: readonly Stage[] = [...exploring, ...trialStages];
  const explored = new Map<number, Explored>();
  let trials: Pu2Trial[] = [];
  let removedBy: { readonly key: string; readonly flags: Uint8Array } | undefined;

  /** A search that starts with what was chosen. As long as nothing is, it starts with values that stand for it: it has as many trials. */
  function searchFrom(chosen: Pu2Settings | undefined): Pu2Search {
    const { grid } = pu2;
    return {
      start: {
        explore: chosen?.explore ?? pu2.explore ?? grid.explore[0]!,
        remove: pu2.remove ?? nearest(grid.remove, chosen?.remove ?? LEAST_REMOVED),
        spans: pu2.spans,
      },
      // Where no word can be removed, only the spans make a difference.
      grid: canRemove ? grid : { ...grid, explore: [], remove: [] },
      budget: pu2.tune ? pu2.trials : 0,
    };
  }

  /** What the options say, and for what they leave open what exploring has shown. */
  function chosenSettings(): Pu2Settings {
    const [best] = [...explored].toSorted(([, a], [, b]) => b.separation - a.separation);
    const explore = pu2.explore ?? best?.[0] ?? USUAL_EXPLORING;
    const remove = pu2.remove ?? byDensity ?? exploredFor(explore)?.missing ?? LEAST_REMOVED;
    return { explore, remove, spans: pu2.spans };
  }

  /** A run that is short of time may have explored for fewer epochs. */
  function exploredFor(epochs: number): Explored | undefined {
    return explored.get(epochs) ?? [...explored.values()].at(-1);
  }

  /** Undefined while exploring. */
  function settingsAt(stage: number): Pu2Settings | undefined {
    if (stage < exploring.length) return undefined;
    const done = stage - exploring.length;
    if (done < trialStages.length) return nextTrial(searchFrom(chosenSettings()), trials.slice(0, done));
    return bestTrial(trials)?.settings ?? chosenSettings();
  }

  /** Flags of the ranked words. */
  function removedAt({ explore, remove }: Pu2Settings): Uint8Array {
    const key = `${explore}:${remove}`;
    if (removedBy?.key === key) return removedBy.flags;
    removedBy = { key, flags: smallestValues(exploredFor(explore)?.values ?? new Float32Array(0), remove) };
    return removedBy.flags;
  }

  async function keepValues(epochs: number): Promise<void> {
    const found = await oValues(ranked.sentences);
    const values = ranked.collect(found);
    explored.set(epochs, {
      values,
      missing: missingByValues(values, ranked.labelled(found)),
      separation: isChosen ? separation(await oValuesOf(dev), dev.map(entityWords)) : 0,
    });
    removedBy = undefined;
  }

  return {
    notices:
      ranked.count > 0
        ? []
        : ["no sentence is partial, so pu2 removes no word; tagger does the same in less time"],
    hasIgnored: canRemove || mayOccur(corpus, asLabelled, ["ignored"]),
    hasLatent: mayOccur(corpus, asLabelled, ["open", "latent"]),

    targets(sentence, { stage, random }) {
      const labelled = tagTargets(corpus, sentence, asLabelled);
      const settings = settingsAt(stage);
      if (settings === undefined) return labelled;
      const { treatments } = labelled;
      const known = corpus.known(sentence);
      if (canRemove) {
        const removed = removedAt(settings);
        ranked.places(sentence).forEach((place, word) => {
          if (place >= 0 && removed[place] === 1) treatments[word] = treatment.ignored;
        });
      }
      const free = treatments.map((treated, word) =>
        treated === treatment.ignored || known[word] === knowledge.entity ? 0 : 1,
      );
      const spans = nonEntitySpans(free, { rate: settings.spans, maxWidth: corpus.longest }, random);
      return { ...labelled, tags: withSpans(labelled.tags, spans) };
    },

    stages: {
      early,
      async endStage({ stage }, score) {
        if (stage < exploring.length) return keepValues(exploringEpochs);
        const settings = settingsAt(stage);
        if (score === undefined || settings === undefined) throw new Error("a trial ends with a score");
        trials = [...trials.slice(0, stage - exploring.length), { settings, score }];
      },
      state: () => storePu2State({ explored, trials }),
      restore(state) {
        const restored = restorePu2State(state);
        explored.clear();
        for (const [epochs, own] of restored.explored) explored.set(epochs, own);
        trials = [...restored.trials];
        removedBy = undefined;
      },
    },

    leftOut,

    async measure({ stage, epoch }) {
      const settings = settingsAt(stage);
      if (settings === undefined) {
        // What is ranked after fewer epochs is a by-product of exploring for more.
        if (isChosen && epoch + 1 < exploringEpochs) await keepValues(epoch + 1);
        return {};
      }
      const quality =
        canRemove && ranked.hidden !== undefined
          ? removalQuality(removedAt(settings), ranked.hidden)
          : undefined;
      return {
        ...(quality && { removedPrecision: quality.precision, removedRecall: quality.recall }),
        ...((pu2.tune || (canRemove && (pu2.explore === null || pu2.remove === null))) && {
          triedExplore: settings.explore,
          triedRemove: settings.remove,
          triedSpans: settings.spans,
        }),
      };
    },
  };

  function leftOut(): LeftOut | undefined {
    const settings = settingsAt(early.length);
    if (!canRemove || settings === undefined || explored.size === 0) return undefined;
    const { values } = exploredFor(settings.explore)!;
    return leftOutWords(corpus.sentences, ranked.places, removedAt(settings), values);
  }

  /** The tags of a sentence, with some spans as the non-entity type. */
  function withSpans(
    tags: Int32Array,
    spans: readonly { readonly start: number; readonly end: number }[],
  ): Int32Array {
    if (spans.length === 0) return tags;
    const { tagSet } = corpus;
    const { nonEntity: label } = tagSet;
    if (label === undefined) throw new Error("these tags have none for spans that name nothing");
    const drawn = tagSet.encode(
      tags.length,
      spans.map((span) => ({ ...span, label })),
    );
    return tags.map((tag, word) => drawn[word] || tag);
  }
}

/** The value of a grid that is nearest by ratio. */
function nearest(values: readonly number[], wanted: number): number {
  const distance = (value: number) => Math.abs(Math.log(Math.max(value, 1e-9) / Math.max(wanted, 1e-9)));
  return values.toSorted((a, b) => distance(a) - distance(b))[0]!;
}
