import { isCompleteFor, type Sentence } from "../../data/index.ts";
import { entriesAt, entryAt } from "../../entries.ts";
import { UserError } from "../../errors.ts";
import {
  add,
  type BuildContext,
  gather,
  indexTensor,
  input,
  mul,
  type Node,
  reshape,
  slice,
  type Tensors,
} from "../../graph/index.ts";
import { binaryCrossEntropy } from "../../losses/index.ts";
import { type LabelSet, mrcModel, mrcScores, maxWidth as widestSpan } from "../../models/index.ts";
import type { Learner, StepContext } from "../learner.ts";
import type { Task } from "../method.ts";
import { widthNotices } from "../span/corpus.ts";
import type { MrcOptions } from "./options.ts";

/** What the labels of a sentence answer; numbers are `word · types + type`. */
interface Answers {
  readonly starts: Float32Array;
  readonly ends: Float32Array;
  /** 1 where the answer is known. */
  readonly known: Float32Array;
  /** Pairs of words of one type, and whether they are a mention. */
  readonly pairs: readonly { readonly start: number; readonly end: number; readonly isMention: boolean }[];
}

/**
 * Trains where the mentions of each type begin and end, and which beginning belongs to which end:
 *
 *     L = α L_start + β L_end + γ L_match          [MRC, loss]
 *
 * L_match is over all pairs of which one word is the beginning or the end of a mention. The method knows nothing of missing
 * labels: what is not labelled is answered with no.
 */
export function mrcLearner(task: Task, options: MrcOptions): Learner {
  const { encoder, labels, sentences, prepared } = task;
  const types = labels.labels.length;
  const asked = encoder.config.queries;
  if (!Array.isArray(asked) || asked.length !== types) {
    throw new UserError("mrc asks for the labels of the training sentences, and there are others here", {
      hint: "train it from scratch, without --from",
    });
  }
  const { of } = encoder.config;
  const isBlind = typeof of === "object" && of !== null && "kind" in of && of.kind === "cnn";
  const widest = widestSpan(sentences, options.maxWidth, task.minWidth);
  const maxWidth = widest.width;
  const answers = sentences.map((sentence) => answersOf(sentence, labels, maxWidth));

  return {
    model: mrcModel({ labels, dim: encoder.dim }, { maxWidth, decode: options.decode }),
    notices: [
      ...widthNotices(widest),
      ...(isBlind
        ? [
            "a cnn sees a few words to each side, so the query does not reach most of the sentence: mrc needs a transformer or a bilstm (--encoder)",
          ]
        : []),
      `every sentence is read ${types} times, once for each label: expect it to take as many times as long`,
    ],
    graph: { build, feed },
    dispose: async () => {},
  };

  function build(context: BuildContext): Node {
    const scores = mrcScores(context, encoder.build(context).words, types, encoder.dim);
    const column = (k: number) => reshape(slice(scores, 1, k, k + 1), [-1]);
    const given = (name: string) => reshape(input(`mrc.${name}`, ["words", types]), [-1]);
    const ofPairs = (name: string) => input(`mrc.pairs.${name}`, ["pairs"]);
    const known = given("known");
    const match = add(
      gather(column(2), input("mrc.pairs.starts", ["pairs"], "int64")),
      gather(column(3), input("mrc.pairs.ends", ["pairs"], "int64")),
    );
    const { loss } = options;
    return add(
      add(
        mul(binaryCrossEntropy(column(0), given("starts"), known), loss.start),
        mul(binaryCrossEntropy(column(1), given("ends"), known), loss.end),
      ),
      mul(binaryCrossEntropy(match, ofPairs("mentions"), ofPairs("known")), loss.match),
    );
  }

  async function feed(batch: readonly number[], { random }: StepContext): Promise<Tensors | undefined> {
    const filled = batch.filter((sentence) => entryAt(prepared, sentence).words > 0);
    if (filled.length === 0) return undefined;
    const own = entriesAt(answers, filled);
    const words = entriesAt(prepared, filled).reduce((sum, { words: each }) => sum + each, 0);
    const joined = (of: "starts" | "ends" | "known") => ({
      data: Float32Array.from(own.flatMap((each) => [...each[of]])),
      shape: [words, types],
    });
    let first = 0;
    const pairs = own.flatMap((each) => {
      const from = first;
      first += each.known.length;
      return each.pairs.map(({ start, end, isMention }) => [from + start, from + end, isMention ? 1 : 0]);
    });
    // A graph takes no empty list: a pair that counts for nothing stands for none.
    const rows = pairs.length === 0 ? [[0, 0, 0]] : pairs;
    const numbers = (of: (row: readonly number[]) => number) => Float32Array.from(rows, of);
    return {
      ...encoder.feed(entriesAt(prepared, filled), random),
      "mrc.starts": joined("starts"),
      "mrc.ends": joined("ends"),
      "mrc.known": joined("known"),
      "mrc.pairs.starts": indexTensor(rows.map(([start]) => start!)),
      "mrc.pairs.ends": indexTensor(rows.map(([, end]) => end!)),
      "mrc.pairs.mentions": { data: numbers(([, , isMention]) => isMention!), shape: [rows.length] },
      "mrc.pairs.known": { data: numbers(() => (pairs.length === 0 ? 0 : 1)), shape: [rows.length] },
    };
  }
}

/** What the labels of a sentence answer to the query of each type. */
export function answersOf(sentence: Sentence, labels: LabelSet, maxWidth: number): Answers {
  const types = labels.labels.length;
  const words = sentence.tokens.length;
  const [starts, ends] = [new Float32Array(words * types), new Float32Array(words * types)];
  const known = new Float32Array(words * types).fill(1);
  const { completeness, unknown = [] } = sentence;
  labels.labels.forEach((label, type) => {
    if (typeof completeness !== "object" || isCompleteFor(completeness, label)) return;
    for (let word = 0; word < words; word++) known[word * types + type] = 0;
  });
  for (const word of unknown) known.fill(0, word * types, (word + 1) * types);
  const mentions = new Set<string>();
  for (const { start, end, label } of sentence.entities) {
    if (end - start > maxWidth) continue;
    const type = labels.classOf(label)! - 1;
    starts[start * types + type] = 1;
    ends[(end - 1) * types + type] = 1;
    known[start * types + type] = 1;
    known[(end - 1) * types + type] = 1;
    mentions.add(`${start} ${end - 1} ${type}`);
  }
  const pairs: { start: number; end: number; isMention: boolean }[] = [];
  for (let type = 0; type < types; type++) {
    for (let first = 0; first < words; first++) {
      for (let last = first; last < Math.min(words, first + maxWidth); last++) {
        const [start, end] = [first * types + type, last * types + type];
        if (starts[start] === 0 && ends[end] === 0) continue;
        pairs.push({ start, end, isMention: mentions.has(`${first} ${last} ${type}`) });
      }
    }
  }
  return { starts, ends, known, pairs };
}
