import type { EncoderOutput } from "../../encoders/index.ts";
import { zip } from "../../entries.ts";
import type { BuildContext, Node, Tensors } from "../../graph/index.ts";
import { meanOf } from "../../graph/index.ts";
import type { Random } from "../../random.ts";
import { headScopes, type TagHeadOptions, type TagHeadSizes, tagHead } from "./tag-head.ts";
import { learnedTransitions, type Transitions } from "./transitions.ts";
/** What a tagger scores tags with: one head for each member of an ensemble of encoders, or one for a single encoder. */
export interface TagEnsemble {
  readonly members: readonly TagMember[];
  /** The mean of what the members give each tag of each word: `["words", tags]`. */
  scores(context: BuildContext, output: Pick<EncoderOutput, "words" | "members">): Node;
  /** The mean of what the members have learnt of neighbours. */
  transitions(context: BuildContext): Transitions;
}

/** One of those that are asked. */
export interface TagMember {
  /** @param words what its own encoder gives: `["words", dim]` */
  scores(context: BuildContext, words: Node): Node;
  transitions(context: BuildContext): Transitions;
  /** Dropout masks of a training batch; without `random`, nothing. */
  feed(rows: { readonly words: number }, random?: Random): Tensors;
}

export interface TagEnsembleSizes extends Pick<TagHeadSizes, "tags"> {
  /** The size of the encoder's word vectors: of all members together. */
  readonly dim: number;
  readonly members: number;
}

/** Makes the heads of a tagger. With one member it is a plain head, called `head`. */
export function tagEnsemble({ dim, tags, members }: TagEnsembleSizes, options: TagHeadOptions): TagEnsemble {
  const all = headScopes(members).map((scope): TagMember => {
    const head = tagHead({ dim: dim / members, tags, scope }, options);
    return {
      scores: (context, words) => head.build(context, words),
      transitions: (context) => learnedTransitions(context, tags, scope),
      feed: (rows, random) => head.feed(rows, random),
    };
  });

  return {
    members: all,
    scores: (context, { words, members: apart = [words] }) =>
      meanOf(zip(all, apart).map(([member, own]) => member.scores(context, own))),
    transitions(context) {
      const learned = all.map((member) => member.transitions(context));
      return {
        transitions: meanOf(learned.map(({ transitions }) => transitions)),
        start: meanOf(learned.map(({ start }) => start)),
        end: meanOf(learned.map(({ end }) => end)),
      };
    },
  };
}
