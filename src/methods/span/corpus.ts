import type { Sentence } from "../../data/index.ts";
import { entryAt } from "../../entries.ts";
import type { MaxWidth, SpanRows } from "../../models/index.ts";
import { type LabelSet, NON_ENTITY } from "../../models/index.ts";
import { type CandidateSpans, candidateSpans } from "../../samplers/index.ts";
/** Spans of one sentence by first and last word (inclusive), and the class of each. */
export interface LabelledSpans extends SpanRows {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly classes: Int32Array;
}

/** What training needs to know of its sentences over and over, worked out once for each. */
export interface SpanCorpus {
  /** The labelled entities that are not too wide. */
  positives(sentence: number): LabelledSpans;
  candidates(sentence: number): CandidateSpans;
  /** All candidates of a sentence, in their order; kept. */
  candidateRows(sentence: number): SpanRows;
  /** Which classes something is known about in the sentence, `[classes]` of 0 and 1; undefined where all are. */
  known(sentence: number): Uint8Array | undefined;
  /** Whether `known` is ever defined. */
  readonly hasUnknown: boolean;
}

/** Looks at sentences as a span method does. */
export function spanCorpus(sentences: readonly Sentence[], labels: LabelSet, maxWidth: number): SpanCorpus {
  const positives = new Array<LabelledSpans | undefined>(sentences.length);
  const candidates = new Array<CandidateSpans | undefined>(sentences.length);
  const rows = new Array<SpanRows | undefined>(sentences.length);
  const masks = new Map<string, Uint8Array>();

  function candidatesOf(sentence: number): CandidateSpans {
    candidates[sentence] ??= candidateSpans(entryAt(sentences, sentence), maxWidth);
    return candidates[sentence];
  }

  return {
    hasUnknown: sentences.some(({ completeness }) => typeof completeness === "object"),

    positives(sentence) {
      positives[sentence] ??= entitiesOf(entryAt(sentences, sentence), labels, maxWidth);
      return positives[sentence];
    },

    candidates: candidatesOf,

    candidateRows(sentence) {
      if (rows[sentence] !== undefined) return rows[sentence];
      const own = candidatesOf(sentence);
      const found = { starts: new Int32Array(own.count), ends: new Int32Array(own.count) };
      for (let i = 0; i < own.count; i++) {
        const { start, end } = own.at(i);
        found.starts[i] = start;
        found.ends[i] = end - 1;
      }
      rows[sentence] = found;
      return found;
    },

    known(sentence) {
      const { completeness } = entryAt(sentences, sentence);
      if (typeof completeness !== "object") return undefined;
      const key = JSON.stringify(completeness.complete);
      let mask = masks.get(key);
      if (mask === undefined) {
        mask = new Uint8Array(labels.classes);
        mask[NON_ENTITY] = 1;
        for (const label of completeness.complete) {
          const index = labels.classOf(label);
          if (index !== undefined) mask[index] = 1;
        }
        masks.set(key, mask);
      }
      return mask;
    },
  };
}

function entitiesOf({ entities }: Sentence, labels: LabelSet, maxWidth: number): LabelledSpans {
  const fitting = entities.filter(({ start, end }) => end - start <= maxWidth);
  return {
    starts: Int32Array.from(fitting, ({ start }) => start),
    ends: Int32Array.from(fitting, ({ end }) => end - 1),
    classes: Int32Array.from(fitting, ({ label }) => {
      const index = labels.classOf(label);
      if (index === undefined) throw new Error(`label "${label}" is not one of the model's`);
      return index;
    }),
  };
}

/** What to tell of entities that are too wide for the model. */
export function widthNotices({ lost, entities, width, longest }: MaxWidth): string[] {
  if (lost === 0) return [];
  return [
    `${lost} of ${entities} training entities are longer than ${width} words and are not learnt (the longest has ${longest}); raise "maxWidth" to keep them`,
  ];
}
