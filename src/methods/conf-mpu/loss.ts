import { zip } from "../../entries.ts";
import {
  add,
  input,
  mul,
  type StoredTensor,
  slice,
  softmax,
  sub,
  type Tensors,
  unsqueeze,
} from "../../graph/index.ts";
import { confMpuRisk, puRisk } from "../../losses/index.ts";
import { OUTSIDE } from "../../models/index.ts";
import type { Stage } from "../learner.ts";
import { knowledge } from "../tagger/corpus.ts";
import type { TargetBuilderParts, WordLossBuilder } from "../tagger/learner.ts";
import { gammaOf, type Priors, priorOf } from "../tagger/priors.ts";

interface ConfMpuOptions extends Priors {
  readonly threshold: number;
  readonly confidenceEpochs: number;
}

const CONFIDENCE = "mpu.confidence";

/**
 * The first step learns 1 − p(O) as a binary classifier, in an entity or not; its confidence is kept. The second starts
 * anew and learns the types. [CONF-MPU, risk]
 */
export function confMpuLoss(
  { task, corpus, scorer }: TargetBuilderParts,
  { threshold, confidenceEpochs, ...priors }: ConfMpuOptions,
): WordLossBuilder {
  const types = task.labels.labels;
  const { count } = corpus.tagSet;
  const isOpen = (sentence: number) =>
    corpus.known(sentence).some((kind) => kind === knowledge.unlabelled || kind === knowledge.listed);
  const all = [...task.sentences.keys()];
  const early: readonly Stage[] = all.some(isOpen)
    ? [{ name: "confidence", epochs: { share: confidenceEpochs }, isScored: false }]
    : [];
  const shares = types.map((type) => priorOf(priors.prior, type));
  const total = Math.min(
    0.9,
    shares.reduce((sum, own) => sum + own, 0),
  );
  // Of all types together.
  const gamma = typeof priors.gamma === "number" ? priors.gamma : 1 / total;
  const weights = Float32Array.from(zip(types, shares), ([type, own]) => gammaOf(priors, type) * own);
  let confidence: ReadonlyMap<number, Float32Array> = new Map();

  return {
    notices: [],
    wordLoss: {
      build(scores) {
        const p = softmax(scores);
        const words = (name: string) => input(`mpu.${name}`, ["words"]);
        const [positive, unlabelled, negative] = [
          input("mpu.positive", ["words", types.length]),
          words("unlabelled"),
          words("negative"),
        ];
        const inEntity = {
          positive: input("mpu.inEntity", ["words", 1]),
          unlabelled: unsqueeze(unlabelled, 1),
          negative: unsqueeze(negative, 1),
        };
        const isFirst = input("mpu.isFirst", []);
        const first = puRisk(
          sub(1, slice(p, 1, OUTSIDE, OUTSIDE + 1)),
          inEntity,
          input("mpu.prior", [1]),
          gamma,
        );
        const second = confMpuRisk(
          p,
          { positive, unlabelled, negative },
          words("confidence"),
          input("mpu.weights", [types.length]),
          threshold,
        );
        return add(mul(isFirst, first), mul(sub(1, isFirst), second));
      },
      feed(batch, { stage }): Tensors {
        const words = batch.reduce((sum, sentence) => sum + corpus.tags(sentence).length, 0);
        const positive = new Float32Array(words * types.length);
        const [unlabelled, negative, inEntity, sure] = [1, 2, 3, 4].map(() => new Float32Array(words)) as [
          Float32Array<ArrayBuffer>,
          Float32Array<ArrayBuffer>,
          Float32Array<ArrayBuffer>,
          Float32Array<ArrayBuffer>,
        ];
        let first = 0;
        for (const sentence of batch) {
          const [tags, known] = [corpus.tags(sentence), corpus.known(sentence)];
          for (const [word, [tag, kind]] of zip(tags, known).entries()) {
            const at = first + word;
            if (kind === knowledge.entity) {
              positive[at * types.length + tag - 1] = 1;
              inEntity[at] = 1;
              // Without a first step nothing is in doubt.
              sure[at] = 1;
            } else if (kind === knowledge.outside) negative[at] = 1;
            else if (kind !== knowledge.unknown) unlabelled[at] = 1;
          }
          const own = confidence.get(sentence);
          if (own !== undefined) sure.set(own, first);
          first += tags.length;
        }
        const isFirst = stage < early.length ? 1 : 0;
        return {
          "mpu.positive": { data: positive, shape: [words, types.length] },
          "mpu.inEntity": { data: inEntity, shape: [words, 1] },
          "mpu.unlabelled": { data: unlabelled, shape: [words] },
          "mpu.negative": { data: negative, shape: [words] },
          "mpu.confidence": { data: sure, shape: [words] },
          "mpu.prior": { data: Float32Array.of(total), shape: [1] },
          "mpu.weights": { data: weights, shape: [types.length] },
          "mpu.isFirst": { data: Float32Array.of(isFirst), shape: [] },
        };
      },
    },
    stages: {
      early,
      async endStage() {
        const scores = await scorer.tagScores(all);
        confidence = new Map(
          zip(all, scores).map(([sentence, { emissions }]) => [sentence, inEntityOf(emissions, count)]),
        );
      },
      state(): ReadonlyMap<string, StoredTensor> {
        if (confidence.size === 0) return new Map();
        const data = Float32Array.from([...confidence.values()].flatMap((own) => [...own]));
        return new Map([[CONFIDENCE, { dtype: "F32", shape: [data.length], data }]]);
      },
      restore(state) {
        const data = Array.from(state.get(CONFIDENCE)?.data ?? [], Number);
        let first = 0;
        confidence =
          data.length === 0
            ? new Map()
            : new Map(
                all.map((sentence) => {
                  const from = first;
                  first += corpus.tags(sentence).length;
                  return [sentence, Float32Array.from(data.slice(from, first))];
                }),
              );
      },
    },
  };
}

/** 1 − p(O) of each word. */
function inEntityOf(scores: Float32Array, tags: number): Float32Array {
  return Float32Array.from({ length: scores.length / tags }, (_, word) => {
    const row = scores.subarray(word * tags, (word + 1) * tags);
    const outside = row[OUTSIDE]!;
    const others = row.reduce((sum, value) => sum + Math.exp(value - outside), 0);
    return 1 - 1 / others;
  });
}
