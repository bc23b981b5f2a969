import { entryAt, zip } from "../../entries.ts";
import { input, type StoredTensor, type Tensors } from "../../graph/index.ts";
import { softCrossEntropy } from "../../losses/index.ts";
import type { Stage } from "../learner.ts";
import { knowledge } from "../tagger/corpus.ts";
import type { TargetBuilderParts, WordLossBuilder } from "../tagger/learner.ts";
import { sharpened, softmaxRows } from "./soft-labels.ts";

interface BondOptions {
  readonly teacherEpochs: number;
  readonly rounds: number;
  readonly confidence: number;
  readonly keepLabels: boolean;
}

const SOFT = "bond.soft";

/**
 * The first teacher learns the labels as they are, and is stopped before it learns their gaps. Each student starts anew and
 * learns the teacher's soft labels of partial sentences, where these are sure. [BOND, self-training]
 */
export function bondLoss(
  { corpus, scorer }: TargetBuilderParts,
  { teacherEpochs, rounds, confidence, keepLabels }: BondOptions,
): WordLossBuilder {
  const { count } = corpus.tagSet;
  const isOpen = (sentence: number) =>
    corpus.known(sentence).some((kind) => kind !== knowledge.entity && kind !== knowledge.outside);
  const open = [...corpus.sentences.keys()].filter(isOpen);
  const students = Array.from({ length: rounds - 1 }, (_, i) => ({
    name: `student ${i + 1} of ${rounds}`,
    epochs: { share: 1 },
    isScored: false,
  }));
  const early: readonly Stage[] =
    open.length === 0
      ? []
      : [{ name: "teacher", epochs: { share: teacherEpochs }, isScored: false }, ...students];
  let softLabels: ReadonlyMap<number, Float32Array> = new Map();

  /** What a sentence teaches: soft labels, and which words count. */
  function taught(sentence: number): { readonly soft: Float32Array; readonly weights: Float32Array } {
    const [tags, known, found] = [corpus.tags(sentence), corpus.known(sentence), softLabels.get(sentence)];
    const soft = new Float32Array(tags.length * count);
    const weights = new Float32Array(tags.length);
    known.forEach((kind, word) => {
      const row = soft.subarray(word * count, (word + 1) * count);
      const isKept = kind === knowledge.outside || (kind === knowledge.entity && keepLabels);
      if (found === undefined || isKept) {
        row[entryAt(tags, word)] = 1;
        weights[word] = kind === knowledge.unknown ? 0 : 1;
        return;
      }
      row.set(found.subarray(word * count, (word + 1) * count));
      weights[word] = row.some((value) => value > confidence) ? 1 : 0;
    });
    return { soft, weights };
  }

  return {
    notices:
      open.length === 0 ? ["no sentence is partial, so bond has nobody to teach; tagger does the same"] : [],
    wordLoss: {
      build: (scores) =>
        softCrossEntropy(scores, input("bond.labels", ["words", count]), input("bond.weights", ["words"])),
      feed(batch): Tensors {
        const all = batch.map(taught);
        const words = all.reduce((sum, { weights }) => sum + weights.length, 0);
        const [soft, weights] = [new Float32Array(words * count), new Float32Array(words)];
        let first = 0;
        for (const own of all) {
          soft.set(own.soft, first * count);
          weights.set(own.weights, first);
          first += own.weights.length;
        }
        return {
          "bond.labels": { data: soft, shape: [words, count] },
          "bond.weights": { data: weights, shape: [words] },
        };
      },
    },
    stages: {
      early,
      async endStage() {
        const scores = await scorer.tagScores(open);
        const soft = sharpened(
          scores.map(({ emissions }) => softmaxRows(emissions, count)),
          count,
        );
        softLabels = new Map(zip(open, soft));
      },
      state(): ReadonlyMap<string, StoredTensor> {
        if (softLabels.size === 0) return new Map();
        const data = Float32Array.from([...softLabels.values()].flatMap((own) => [...own]));
        return new Map([[SOFT, { dtype: "F32", shape: [data.length], data }]]);
      },
      restore(state) {
        const data = state.get(SOFT)?.data;
        if (data === undefined) {
          softLabels = new Map();
          return;
        }
        let first = 0;
        softLabels = new Map(
          open.map((sentence) => {
            const from = first;
            first += corpus.tags(sentence).length * count;
            return [sentence, Float32Array.from(data.slice(from, first), Number)];
          }),
        );
      },
    },
    measure: async () => ({}),
  };
}
