import { entryAt } from "../../entries.ts";
import { cast, dimAt, dimension, div, input, ones, type Tensors } from "../../graph/index.ts";
import { softCrfLoss, softCrossEntropy } from "../../losses/index.ts";
import type { TargetBuilderParts, WordLossBuilder } from "../tagger/learner.ts";
import { expectedTags } from "./expected-tags.ts";
import { teacherSpans } from "./teacher-spans.ts";

interface DistilOptions {
  readonly temperature: number;
  readonly keepLabels: boolean;
}

/** A student learns the distribution that its teacher has over the tags of each sentence. [HINTON, soft targets] */
export function distilLoss({ task, corpus }: TargetBuilderParts, options: DistilOptions): WordLossBuilder {
  const { tagSet, sentences } = corpus;
  const { count } = tagSet;
  const taught = sentences.map((sentence, i) => ({
    words: sentence.tokens.length,
    spans: teacherSpans(sentence, task.teacher === undefined ? [] : entryAt(task.teacher, i), options),
  }));

  return {
    notices: [],
    wordLoss: {
      build(scores, chain) {
        const tags = input("distil.tags", ["words", count]);
        if (chain === undefined) return softCrossEntropy(scores, tags, ones([dimAt(scores.shape, 0)]));
        const expected = {
          tags,
          pairs: input("distil.pairs", [count, count]),
          first: input("distil.first", [count]),
          last: input("distil.last", [count]),
        };
        const words = cast(dimension(dimAt(scores.shape, 0)), "float32");
        return div(softCrfLoss(chain, scores, expected), words);
      },
      feed(batch): Tensors {
        const { tags, pairs, first, last } = expectedTags(
          batch.map((sentence) => entryAt(taught, sentence)),
          tagSet,
        );
        return {
          "distil.tags": { data: tags, shape: [tags.length / count, count] },
          "distil.pairs": { data: pairs, shape: [count, count] },
          "distil.first": { data: first, shape: [count] },
          "distil.last": { data: last, shape: [count] },
        };
      },
    },
  };
}
