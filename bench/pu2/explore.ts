import { maskSentence, type Sentence } from "../../src/data/index.ts";
import { ParameterStore } from "../../src/graph/index.ts";
import type { Task } from "../../src/methods/index.ts";
import { type Pu2Options, pu2Options } from "../../src/methods/pu2/options.ts";
import { rankedWords } from "../../src/methods/pu2/ranked-words.ts";
import { pu2 } from "../../src/methods/pu2.ts";
import { tagCorpus } from "../../src/methods/tagger/corpus.ts";
import { TagScorer } from "../../src/methods/tagger/scorer.ts";
import { labelSet, tagEnsemble, tagSet } from "../../src/models/index.ts";
import { Random } from "../../src/random.ts";
import { assembleConfig, resolveConfig, train } from "../../src/training/index.ts";
import { makeEncoder } from "../../src/training/setup/make-encoder.ts";
import { type EpochMeasures, epochMeasures } from "./epoch-measures.ts";
import { type StageSeconds, StageTimes } from "./stage-times.ts";

interface ExploreOptions {
  /** With all their labels. */
  readonly sentences: readonly Sentence[];
  /** The chance of each label to be hidden. */
  readonly p: number;
  readonly seed: number;
  readonly angles: boolean;
  /** n: epochs of exploring. */
  readonly epochs: number;
  readonly threads: number;
  /** Epochs of the main stage that are done after exploring, to be timed; 0 for none. */
  readonly mainEpochs: number;
}

/** What one exploratory stage showed. */
export interface Exploration {
  readonly angles: boolean;
  readonly seed: number;
  /** Words that are ranked, and the share of them that are part of hidden entities. */
  readonly ranked: number;
  readonly hiddenShare: number;
  readonly perEpoch: readonly EpochMeasures[];
  /** Absent where the main stage was not timed. */
  readonly seconds?: StageSeconds;
}

/** Trains the exploratory stage of `pu2` as users do, and ranks all unlabelled words after each of its epochs. */
export async function explore(options: ExploreOptions): Promise<Exploration> {
  const { sentences: whole, p, seed, angles, epochs, threads, mainEpochs } = options;
  const random = new Random(seed);
  const sentences = whole.map((sentence) => maskSentence(sentence, p, random));
  const given = await assembleConfig({
    // The sentences are at hand; a config must name some file.
    flags: { method: "pu2", train: ["masked"], encoder: { kind: "bilstm" }, seed, threads },
    set: { epochs: Math.max(1, mainEpochs), angles, pu2: { explore: epochs } },
  });
  const { encoder, config, prepareOptions } = await makeEncoder(resolveConfig(given), {
    train: sentences,
    dev: [],
  });
  const task: Task = {
    encoder,
    labels: labelSet(sentences.flatMap(({ entities }) => entities.map(({ label }) => label))),
    sentences,
    prepared: sentences.map(({ tokens }, i) => encoder.prepare(tokens, prepareOptions(i))),
    parameters: new ParameterStore({ seed }),
    seed,
    session: { threads },
  };
  const own = ownOptions(config);
  const learner = pu2.configure(own, { sentences, encoder: config.encoder.kind }).learn(task);
  const { ranked, hidden, scorer } = ranking(task, own);
  const times = new StageTimes();
  const perEpoch: EpochMeasures[] = [];
  try {
    const loop = train({ ...task, config, learner });
    // Not `for await`: what is looked at here must not be part of the times.
    for (;;) {
      const { done, value } = await times.next(loop);
      if (done) break;
      if (value.kind !== "evaluated" || value.stage === undefined) continue;
      const values = ranked.collect(await scorer.oValues(ranked.sentences));
      perEpoch.push(epochMeasures(value.epoch, values, hidden));
      if (mainEpochs === 0 && value.epoch === epochs) {
        await loop.return("finished");
        break;
      }
    }
  } finally {
    await scorer.dispose();
    await learner.dispose();
  }
  const found = hidden.reduce((sum, flag) => sum + flag, 0);
  return {
    angles,
    seed,
    ranked: ranked.count,
    hiddenShare: found / ranked.count,
    perEpoch,
    ...(mainEpochs > 0 && { seconds: times.seconds() }),
  };
}

/** The keys of a config that are the method's. */
function ownOptions(config: object): Pu2Options {
  const keys = Object.keys(pu2Options.shape);
  return pu2Options.parse(Object.fromEntries(Object.entries(config).filter(([key]) => keys.includes(key))));
}

/** The words that `pu2` would rank, and what scores them: the same weights as the learner's. */
function ranking(task: Task, { scheme, angles, head, pu2: { spans } }: Pu2Options) {
  const { sentences, labels, encoder } = task;
  const tags = tagSet(labels, { scheme, nonEntity: spans > 0 });
  const ranked = rankedWords(tagCorpus(sentences, labels, tags));
  if (ranked.hidden === undefined) throw new Error("no label was hidden");
  const scorer = new TagScorer(
    task,
    tagEnsemble({ dim: encoder.dim, tags: tags.count, members: 1 }, { ...head, angles }),
  );
  return { ranked, hidden: ranked.hidden, scorer };
}
