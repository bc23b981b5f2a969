import { UserError } from "../../errors.ts";
import type { Stage } from "../learner.ts";
import { knowledge } from "../tagger/corpus.ts";
import type { TargetBuilder, TargetBuilderParts } from "../tagger/learner.ts";
import { asLabelled, mayOccur, tagTargets, treatment } from "../tagger/tag-targets.ts";
import { nonEntitySpans } from "./non-entity-spans.ts";
import type { Pu2Options } from "./options.ts";
import { rankedWords } from "./ranked-words.ts";
import { removalQuality, smallestValues } from "./removal.ts";
import { bestTrial, nextTrial, type Pu2Search, type Pu2Settings, type Pu2Trial, trialsOf } from "./search.ts";
import { restorePu2State, storePu2State } from "./state.ts";

/**
 * The two steps. Exploring trains on the labels as they are; then the unlabelled words with the ⌈λm⌉ smallest O-values
 * are removed, and training starts anew without them and with a few non-entity spans, drawn in each epoch. With
 * `tune`, short trainings with several settings come in between. [PU2, Algorithm 1]
 */
export function pu2Targets(
  { task, corpus, oValues }: TargetBuilderParts,
  { pu2 }: Pu2Options,
): TargetBuilder {
  const ranked = rankedWords(corpus);
  const start: Pu2Settings = { explore: pu2.explore, remove: pu2.remove, spans: pu2.spans };
  const canRemove = ranked.count > 0 && (pu2.tune || pu2.remove > 0);
  if (pu2.tune && task.dev === undefined) {
    throw new UserError('"pu2.tune" needs complete sentences to compare settings on', {
      hint: "name a file with --dev, or leave out pu2.tune",
    });
  }
  const search: Pu2Search = {
    start,
    // Where no word can be removed, only the spans make a difference.
    grid: canRemove ? pu2.grid : { ...pu2.grid, explore: [], remove: [] },
    budget: pu2.tune ? pu2.trials : 0,
  };
  const exploring = canRemove ? [{ name: "exploring", epochs: exploringEpochs(pu2), isScored: false }] : [];
  const trialStages = Array.from({ length: trialsOf(search) }, (_, i) => ({
    name: `trial ${i + 1}`,
    epochs: pu2.trialEpochs,
    isScored: true,
  }));
  const early: readonly Stage[] = [...exploring, ...trialStages];
  const values = new Map<number, Float32Array>();
  let trials: Pu2Trial[] = [];
  let removedBy: { readonly key: string; readonly flags: Uint8Array } | undefined;

  /** Undefined while exploring. */
  function settingsAt(stage: number): Pu2Settings | undefined {
    if (stage < exploring.length) return undefined;
    const done = stage - exploring.length;
    if (done < trialStages.length) return nextTrial(search, trials.slice(0, done));
    return bestTrial(trials)?.settings ?? start;
  }

  /** Flags of the ranked words. */
  function removedAt({ explore, remove }: Pu2Settings): Uint8Array {
    const key = `${explore}:${remove}`;
    if (removedBy?.key === key) return removedBy.flags;
    // A run that is short of time may have explored for fewer epochs.
    const known = values.get(explore) ?? [...values.values()].at(-1) ?? new Float32Array(0);
    removedBy = { key, flags: smallestValues(known, remove) };
    return removedBy.flags;
  }

  async function keepValues(epochs: number): Promise<void> {
    values.set(epochs, ranked.collect(await oValues(ranked.sentences)));
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
        if (stage < exploring.length) return keepValues(exploringEpochs(pu2));
        const settings = settingsAt(stage);
        if (score === undefined || settings === undefined) throw new Error("a trial ends with a score");
        trials = [...trials.slice(0, stage - exploring.length), { settings, score }];
      },
      state: () => storePu2State({ values, trials }),
      restore(state) {
        const restored = restorePu2State(state);
        values.clear();
        for (const [epochs, own] of restored.values) values.set(epochs, own);
        trials = [...restored.trials];
        removedBy = undefined;
      },
    },

    async measure({ stage, epoch }) {
      const settings = settingsAt(stage);
      if (settings === undefined) {
        // What is ranked after fewer epochs is a by-product of exploring for more.
        if (pu2.tune && epoch + 1 < exploringEpochs(pu2)) await keepValues(epoch + 1);
        return {};
      }
      const quality =
        canRemove && ranked.hidden !== undefined
          ? removalQuality(removedAt(settings), ranked.hidden)
          : undefined;
      return {
        ...(quality && { removedPrecision: quality.precision, removedRecall: quality.recall }),
        ...(pu2.tune && {
          triedExplore: settings.explore,
          triedRemove: settings.remove,
          triedSpans: settings.spans,
        }),
      };
    },
  };

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

/** A search may need O-values after any number of epochs that it tries. */
function exploringEpochs({ explore, tune, grid }: Pu2Options["pu2"]): number {
  return tune ? Math.max(explore, ...grid.explore) : explore;
}
