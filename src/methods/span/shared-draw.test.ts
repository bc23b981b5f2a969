import { expect, test } from "vitest";
import { learn, quietSession, tinyEncoder, tinyTask } from "../../../test/support/models/tiny-task.ts";
import { type Sentence, spanKey } from "../../data/index.ts";
import { demoCorpus } from "../../demo/index.ts";
import { GradientStep } from "../../graph/index.ts";
import { Predictor, spanIndex } from "../../models/index.ts";
import { Random } from "../../random.ts";
import { candidateSpans, expectedEntities, hardness, samplingLogits } from "../../samplers/index.ts";
import { spanCorpus } from "./corpus.ts";
import { samplerOptions } from "./sampler-options.ts";
import { sharedDraw } from "./shared-draw.ts";

const demo = demoCorpus({ train: 12, dev: 1, test: 1 }).train;
const sentences = demo.map((s, i): Sentence => (i % 2 === 0 ? s : { ...s, completeness: "partial" }));

test.each(["softmax", "power", "safe", "cautious", "balanced"] as const)(
  "%s: without noise, the candidates of the highest chance are drawn in each sentence",
  async (shape) => {
    const task = tinyTask(sentences, { encoder: tinyEncoder({ dropout: 0 }) });
    const { encoder, labels, parameters, prepared } = task;
    const rate = { complete: 0.7, partial: 0.2 };
    const given = { kind: "weighted", scores: "shared", shape, rate, power: 3 } as const;
    const learner = learn("weighted", task, { sampler: given, head: { kind: "span", width: 12 } });
    const loss = learner.graph.build({ parameters, training: true });
    const step = await GradientStep.compile({
      ...quietSession,
      loss,
      parameters,
      outputs: learner.graph.watch!.nodes(),
    });
    const { values } = parameters.get("head.label.weight");
    values.set(values.map((value) => 4 * value));

    const batch = [5, 0, 8];
    const place = { stage: 0, epoch: 1, epochs: 3, random: new Random(2) };
    const feeds = { ...(await learner.graph.feed(batch, place))! };
    const noise = feeds["pool.noise"]!;
    feeds["pool.noise"] = { data: (noise.data as Float32Array).map(() => 0), shape: noise.shape };
    const { outputs } = await step.run(feeds);
    const { maxWidth } = learner.model.config as unknown as { maxWidth: number };
    const corpus = spanCorpus(sentences, labels, maxWidth);
    const shared = sharedDraw({ task, corpus, sampler: samplerOptions.parse(given) })!;
    shared.feed(batch, place);
    const { batch: seen, negatives } = shared.drawn(outputs);
    expect(seen).toEqual(batch);

    const predictor = await Predictor.compile({
      encoder,
      model: learner.model,
      parameters,
      session: quietSession,
    });
    const rowsOf = async (i: number) => {
      const { probabilities } = await predictor.outputs([prepared[i]!]);
      const index = spanIndex([prepared[i]!.words], maxWidth);
      const candidates = candidateSpans(sentences[i]!, maxWidth);
      const own = Array.from({ length: candidates.count }, (_, c) => candidates.at(c));
      const rows = own.flatMap(({ start, end }) => {
        const first = index.positionOf(0, start, end) * labels.classes;
        return Array.from(probabilities!.data.slice(first, first + labels.classes), Number);
      });
      return { own, rows };
    };
    // Of the batch, sentence 5 is partial.
    const expected = expectedEntities((await rowsOf(5)).rows, labels.classes);
    const preference = hardness(expected, corpus.positives(5).classes.length);
    expect(preference).toBeLessThan(1);
    for (const [at, i] of batch.entries()) {
      const { own, rows } = await rowsOf(i);
      const logits = samplingLogits(rows, labels.classes, {
        shape,
        epoch: 1,
        epochs: 3,
        power: 3,
        epsilon: 1e-3,
        hardness: i === 5 ? preference : 1,
      });
      const wanted = Math.ceil((i % 2 === 0 ? 0.7 : 0.2) * prepared[i]!.words - 1e-9);
      const drawn = negatives[at]!.map(spanKey);
      expect(new Set(drawn).size).toBe(wanted);
      // Spans of nearly the same chance may change places by rounding, so chances are compared, not spans.
      const chance = new Map(own.map((span, c) => [spanKey(span), logits[c]!]));
      const found = drawn.map((key) => chance.get(key)!).sort((a, b) => b - a);
      const best = [...logits].sort((a, b) => b - a).slice(0, wanted);
      found.forEach((value, rank) => {
        expect(Math.abs(value - best[rank]!)).toBeLessThan(1e-3 * (1 + Math.abs(best[rank]!)));
      });
    }
    await predictor.dispose();
    await step.dispose();
    await learner.dispose();
  },
);
