import type { Entity } from "../../data/index.ts";
import { zip } from "../../entries.ts";
import { input, type Node, type StoredTensor, sigmoid, slice, sub, type Tensors } from "../../graph/index.ts";
import { puRisk } from "../../losses/index.ts";
import { flatEntities, OUTSIDE, type TagSet } from "../../models/index.ts";
import type { Stage } from "../learner.ts";
import { completionQuality } from "../tagger/completion-quality.ts";
import { knowledge } from "../tagger/corpus.ts";
import type { TargetBuilderParts, WordLossBuilder } from "../tagger/learner.ts";
import { gammaOf, priorOf } from "../tagger/priors.ts";
import { enlarged } from "./enlarge.ts";
import type { BnpuOptions } from "./options.ts";

const ADDED = "bnpu.added";

/**
 * For each tag of a type a classifier of words, with this tag or not, by its score against that of `O`; the word goes to the
 * surest. The prior of a type is dealt out to its tags as its labelled words have them. Between rounds, names that were
 * found everywhere join the labels. [BNPU, risk]
 */
export function bnpuLoss(
  { task, corpus, scorer }: TargetBuilderParts,
  { bnpu }: BnpuOptions,
): WordLossBuilder {
  const { labels, sentences } = task;
  const { count, classOf } = corpus.tagSet;
  /** All tags but `O`. */
  const tagged = Array.from({ length: count - 1 }, (_, i) => i + 1);
  const isOpen = (sentence: number) =>
    corpus.known(sentence).some((kind) => kind === knowledge.unlabelled || kind === knowledge.listed);
  const open = [...sentences.keys()].filter(isOpen);
  const rounds = open.length === 0 ? 0 : bnpu.rounds;
  const early = Array.from({ length: rounds }, (_, i): Stage => {
    const name = rounds === 1 ? "enlarging" : `enlarging ${i + 1} of ${rounds}`;
    return { name, epochs: { share: bnpu.roundEpochs }, isScored: false };
  });
  const shares = tagShares(
    sentences.map((_, sentence) => corpus.tags(sentence)),
    corpus.tagSet,
  );
  const typeOf = (tag: number) => labels.labelOf(classOf(tag));
  const priors = Float32Array.from(tagged, (tag) => shares[tag]! * priorOf(bnpu.prior, typeOf(tag)));
  // So that γ π, what the labelled words of a tag count, is that of its type.
  const gammas = Float32Array.from(tagged, (tag) => gammaOf(bnpu, typeOf(tag)) / shares[tag]!);
  /** By sentence, what joined the labels. */
  let added = new Map<number, readonly Entity[]>();

  return {
    notices: [],
    wordLoss: {
      build(scores) {
        const mask = (name: string) => input(`pu.${name}`, ["words", tagged.length]);
        const words = {
          positive: mask("positive"),
          unlabelled: mask("unlabelled"),
          negative: mask("negative"),
        };
        return puRisk(
          tagProbabilities(scores, count),
          words,
          input("pu.prior", [tagged.length]),
          input("pu.gamma", [tagged.length]),
        );
      },
      feed(batch): Tensors {
        const words = batch.reduce((sum, sentence) => sum + corpus.tags(sentence).length, 0);
        const shape = [words, tagged.length];
        const [positive, unlabelled, negative] = [1, 2, 3].map(() => new Float32Array(words * tagged.length));
        let first = 0;
        for (const sentence of batch) {
          const tags = taggedWith(sentence);
          const [known, unlisted] = [corpus.known(sentence), corpus.unlisted(sentence)];
          tags.forEach((tag, word) => {
            const kind = tag === OUTSIDE ? known[word] : knowledge.entity;
            if (kind === knowledge.unknown) return;
            for (const [i, own] of tagged.entries()) {
              const isFree =
                kind === knowledge.unlabelled || (kind === knowledge.listed && unlisted?.[own] === 1);
              const mask = tag === own ? positive : isFree ? unlabelled : negative;
              mask![(first + word) * tagged.length + i] = 1;
            }
          });
          first += tags.length;
        }
        return {
          "pu.positive": { data: positive!, shape },
          "pu.unlabelled": { data: unlabelled!, shape },
          "pu.negative": { data: negative!, shape },
          "pu.prior": { data: priors, shape: [tagged.length] },
          "pu.gamma": { data: gammas, shape: [tagged.length] },
        };
      },
    },
    stages: {
      early,
      async endStage() {
        const scores = await scorer.tagScores(open);
        const found: (readonly Entity[])[] = sentences.map(({ entities }) => entities);
        for (const [sentence, { emissions }] of zip(open, scores)) {
          const path = corpus
            .tags(sentence)
            .map((tag, word) =>
              tag === OUTSIDE ? best(emissions.subarray(word * count, (word + 1) * count)) : tag,
            );
          found[sentence] = corpus.tagSet.decode(path);
        }
        const all = enlarged(sentences, found, bnpu.enlargeFrom);
        added = new Map(open.map((sentence) => [sentence, all[sentence]!]));
      },
      state(): ReadonlyMap<string, StoredTensor> {
        const rows = [...added].flatMap(([sentence, own]) =>
          own.flatMap(({ start, end, label }) => [sentence, start, end, labels.classOf(label)!]),
        );
        return new Map([
          [ADDED, { dtype: "F64", shape: [rows.length / 4, 4], data: Float64Array.from(rows) }],
        ]);
      },
      restore(state) {
        const rows = Array.from(state.get(ADDED)?.data ?? [], Number);
        const restored = new Map<number, Entity[]>();
        for (let at = 0; at < rows.length; at += 4) {
          const [sentence, start, end, number] = rows.slice(at, at + 4) as [number, number, number, number];
          const own = restored.get(sentence) ?? [];
          own.push({ start, end, label: labels.labelOf(number) });
          restored.set(sentence, own);
        }
        added = restored;
      },
    },
    async measure({ stage }) {
      if (stage < early.length || early.length === 0) return {};
      return completionQuality(sentences, (sentence) => {
        const given = corpus.known(sentence);
        return added.get(sentence)?.filter(({ start }) => given[start] !== knowledge.entity);
      });
    },
  };

  /** The tags of a sentence with what joined the labels. */
  function taggedWith(sentence: number): Int32Array {
    const tags = corpus.tags(sentence);
    const own = added.get(sentence);
    if (own === undefined || own.length === 0) return tags;
    const more = corpus.tagSet.encode(tags.length, flatEntities(own).kept);
    return tags.map((tag, word) => (tag === OUTSIDE ? more[word]! : tag));
  }
}

/** By tag, the share that it has of the labelled words of its type; one more is counted for each, so that none is 0. */
function tagShares(
  paths: readonly Int32Array[],
  { count, classOf }: Pick<TagSet, "count" | "classOf">,
): number[] {
  const counts = Array.from({ length: count }, () => 1);
  for (const path of paths) for (const tag of path) counts[tag]!++;
  return counts.map((own, tag) => {
    const ofType = counts.filter((_, other) => classOf(other) === classOf(tag));
    return own / ofType.reduce((sum, each) => sum + each, 0);
  });
}

/** `σ(z_t − z_O)` for each tag. */
function tagProbabilities(scores: Node, tags: number): Node {
  return sigmoid(sub(slice(scores, 1, 1, tags), slice(scores, 1, OUTSIDE, OUTSIDE + 1)));
}

function best(row: Float32Array): number {
  return row.reduce((top, value, tag) => (value > row[top]! ? tag : top), 0);
}
