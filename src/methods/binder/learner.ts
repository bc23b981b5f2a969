import type { Span } from "../../data/index.ts";
import { entriesAt, entryAt, zip } from "../../entries.ts";
import { UserError } from "../../errors.ts";
import type { BuildContext, Node, Tensors } from "../../graph/index.ts";
import { cast, expand, floatsOf, or } from "../../graph/index.ts";
import { type BinderTerms, binderLoss, binderObjective } from "../../losses/index.ts";
import type { SpanRows } from "../../models/index.ts";
import {
  type BinderConfig,
  type BinderObjectiveName,
  binderConfig,
  binderModel,
  binderText,
  binderTypes,
  feedBinderText,
  spanGrid,
  storedThreshold,
  storedTypes,
  maxWidth as widestSpan,
} from "../../models/index.ts";
import { Random } from "../../random.ts";
import { allNegatives, drawCount, rateFor } from "../../samplers/index.ts";
import type { Learner, StepContext } from "../learner.ts";
import type { Task } from "../method.ts";
import { spanCorpus, widthNotices } from "../span/corpus.ts";
import { drawNegatives, readsProbabilities } from "../span/draw-negatives.ts";
import { hiddenMetrics } from "../span/hidden-metrics.ts";
import { nestingNotices } from "../span/nesting-notices.ts";
import { type BinderNegatives, binderBatchNodes, feedBinderBatch, objectiveMasks } from "./batch.ts";
import { drawnSpans, feedDrawnSpans, spansOfMask } from "./draw.ts";
import type { BinderMethodOptions } from "./options.ts";
import { BinderScorer } from "./scorer.ts";
import { typeSource } from "./type-source.ts";

const NOTHING: SpanRows = { starts: [], ends: [] };

/** Trains a bi-encoder: given a type, its mentions are told from everything else in the sentence. [BINDER, Eq. 10] */
export function binderLearner(task: Task, options: BinderMethodOptions): Learner {
  const { encoder, labels, sentences, prepared, seed } = task;
  const { sampler, loss } = options;
  const types = labels.labels.length;
  if (types === 0) {
    throw new UserError("there are no entity types to learn: no training sentence has an entity");
  }
  const widest = widestSpan(sentences, options.maxWidth, task.minWidth);
  const maxWidth = widest.width;
  const config: BinderConfig = binderConfig.parse({
    kind: "binder",
    ...options.head,
    maxWidth,
    threshold: options.threshold,
    inference: options.inference,
    decode: options.decode,
    source: options.types.source,
  });
  const { kind: _, ...modelOptions } = config;
  const model = binderModel({ labels }, modelOptions);
  const typeSide = binderTypes(encoder, config);
  // So that they are counted before training starts.
  typeSide.build({ parameters: task.parameters, training: false }, types);
  const source = typeSource(options.types, labels, sentences, new Random(seed));
  const corpus = spanCorpus(sentences, labels, maxWidth);
  const scorer = new BinderScorer({ task, model, config, source });
  const hasHidden = sentences.some(({ hidden = [] }) => hidden.length > 0);
  const hidden = hiddenMetrics({
    task,
    corpus,
    draw: async (batch, place) => listedAll(batch, await negativesOf(batch, place)),
    probabilities: candidateProbabilities,
  });
  const drawsOf = (sentence: number) =>
    sampler.kind === "weighted" && isDrawn(sentence)
      ? drawCount(rateFor(sampler.rate, "partial"), corpus.candidates(sentence))
      : 0;
  const isShared = sampler.kind === "weighted" && sampler.scores === "shared";
  // Not by spreading: a corpus may have more sentences than a call takes arguments.
  const mostDraws = isShared ? sentences.reduce((most, __, i) => Math.max(most, drawsOf(i)), 0) : 0;
  let watched: Readonly<Record<string, Node>> = {};
  let last: readonly number[] = [];

  /** Whether the negatives of a sentence are drawn: what is completely labelled gives all of them. */
  function isDrawn(sentence: number): boolean {
    return sampler.kind !== "all" && entryAt(sentences, sentence).completeness === "partial";
  }

  /** Whether a sentence is trained at all. */
  function isTrained(sentence: number): boolean {
    if (corpus.positives(sentence).classes.length > 0) return true;
    if (options.windows === "annotated" || entryAt(prepared, sentence).words === 0) return false;
    return options.windows === "all" || entryAt(sentences, sentence).completeness !== "partial";
  }

  async function candidateProbabilities(batch: readonly number[]): Promise<Float32Array[]> {
    const rows = batch.map((sentence) => corpus.candidateRows(sentence));
    return scorer.beliefs(entriesAt(prepared, batch), rows);
  }

  /** What is not drawn: all spans, but for those that touch unknown words. */
  function undrawn(sentence: number): BinderNegatives {
    return (entryAt(sentences, sentence).unknown?.length ?? 0) === 0 ? "all" : corpus.candidateRows(sentence);
  }

  /** The same for looking at them one by one. */
  function listed(negatives: BinderNegatives, sentence: number): Span[] {
    if (negatives === "all") return allNegatives(corpus.candidates(sentence));
    return "starts" in negatives ? spansOf(negatives) : [...negatives];
  }

  function listedAll(batch: readonly number[], negatives: readonly BinderNegatives[]): Span[][] {
    return zip(batch, negatives).map(([sentence, own]) => listed(own, sentence));
  }

  /** The negatives of each sentence of a batch. */
  async function negativesOf(batch: readonly number[], place: StepContext): Promise<BinderNegatives[]> {
    const isAsked = readsProbabilities(sampler) && batch.some(isDrawn);
    const probabilities = isAsked ? await candidateProbabilities(batch) : [];
    return batch.map((sentence, i) => {
      if (!isDrawn(sentence)) return undrawn(sentence);
      const drawn = { sentence, candidates: corpus.candidates(sentence), completeness: "partial" as const };
      const own = probabilities[i];
      return drawNegatives(
        sampler,
        { ...drawn, ...(own !== undefined && { probabilities: own }) },
        place,
        seed,
      );
    });
  }

  return {
    model,
    frozen: typeSide.frozen,
    notices: [...source.notices, ...widthNotices(widest), ...nestingNotices(sentences, options.decode)],

    graph: { build, feed, watch: { nodes: () => watched, observe } },
    metrics: hidden,
    fit: { reads: "dev", refresh: (_extent, _context, dev) => scorer.refresh(dev) },
    dispose: () => scorer.dispose(),
  };

  function build(context: BuildContext): Node {
    storedTypes(context, config, types);
    const output = encoder.build(context);
    const vectors = typeSide.build(context, types);
    const grid = spanGrid(maxWidth);
    const text = binderText(context, output, { grid, types: vectors, config });
    const nodes = binderBatchNodes(grid, { maxWidth, types, hasUnknown: corpus.hasUnknown });
    const thresholdOf = (objective: BinderObjectiveName) => {
      const { sentences: whole } = text[objective];
      if (config.threshold === "dynamic") return whole;
      const stored = expand(storedThreshold(context, objective, types), whole.shape);
      // Tuned thresholds are no part of training: the sentence as a whole is a negative like the others.
      return config.threshold === "learned" ? stored : whole;
    };
    let candidates = nodes.chosen;
    if (mostDraws > 0 && sampler.kind === "weighted") {
      const still = { ...context, training: false };
      const { scores } = binderText(still, output, { grid, types: vectors, config }).span;
      const drawn = drawnSpans(grid, { scores, sentences: thresholdOf("span") }, sampler, mostDraws);
      if (hasHidden) watched = { drawn: cast(drawn, "float32") };
      candidates = or(candidates, drawn);
    }
    const masks = objectiveMasks(grid, candidates);
    const termsOf = (objective: BinderObjectiveName): BinderTerms =>
      binderObjective(
        {
          scores: text[objective].scores,
          candidates: masks[objective],
          thresholds: thresholdOf(objective),
          gold: nodes.gold[objective],
        },
        nodes.annotations,
        nodes.rows,
        nodes.known,
      );
    const terms = { start: termsOf("start"), end: termsOf("end"), span: termsOf("span") };
    return binderLoss(terms, { weights: loss, beta: config.threshold === "tuned" ? 1 : loss.beta });
  }

  function observe(values: Tensors): void {
    if (values.drawn === undefined) return;
    const lengths = entriesAt(prepared, last).map(({ words }) => words);
    const found = spansOfMask(floatsOf(values, "drawn"), lengths, maxWidth);
    hidden.count(
      last,
      zip(last, found).map(([sentence, own]) =>
        isDrawn(sentence) ? own : listed(undrawn(sentence), sentence),
      ),
    );
  }

  async function feed(asked: readonly number[], context: StepContext): Promise<Tensors | undefined> {
    const batch = asked.filter(isTrained);
    if (batch.length === 0) return undefined;
    last = batch;
    const inGraph = mostDraws > 0;
    const negatives = inGraph
      ? batch.map((sentence) => (isDrawn(sentence) ? NOTHING : undrawn(sentence)))
      : await negativesOf(batch, context);
    if (hasHidden && !inGraph) hidden.count(batch, listedAll(batch, negatives));
    const text = entriesAt(prepared, batch);
    const { random } = context;
    return {
      ...encoder.feed(text, random),
      ...feedBinderText(text, config, random),
      ...typeSide.feed(
        source.forTraining(random).map((type) => typeSide.prepare(type)),
        random,
      ),
      ...feedBinderBatch(
        zip(batch, text, negatives).map(([sentence, { words }, own]) => ({
          words,
          positives: corpus.positives(sentence),
          negatives: own,
          known: corpus.known(sentence),
        })),
        { maxWidth, types },
      ),
      ...(inGraph &&
        feedDrawnSpans(
          zip(batch, text).map(([sentence, { words }]) => ({
            words,
            isPartial: entryAt(sentences, sentence).completeness !== "complete",
            entities: corpus.positives(sentence).classes.length,
            candidates: isDrawn(sentence) ? corpus.candidateRows(sentence) : NOTHING,
            draws: drawsOf(sentence),
          })),
          maxWidth,
          mostDraws,
          context,
        )),
    };
  }
}

function spansOf({ starts, ends }: SpanRows): Span[] {
  return zip(starts, ends).map(([start, last]) => ({ start, end: last + 1 }));
}
