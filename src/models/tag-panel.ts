import type { BuildContext, EncoderOutput } from "../encoders/index.ts";
import { meanOf, type Node, type Tensors } from "../graph/index.ts";
import type { Random } from "../random.ts";
import { headScopes, type TagHeadOptions, type TagHeadSizes, tagHead } from "./tag-head.ts";
import { learnedTransitions, type Transitions } from "./transitions.ts";

/** What a tagger scores tags with: one head for each member of a panel of encoders, or one for a single encoder. */
export interface TagPanel {
  readonly members: readonly TagMember[];
  /** The mean of what the members give each tag of each word: `["words", tags]`. */
  scores(context: BuildContext, output: Pick<EncoderOutput, "words" | "members">): Node;
  /** The mean of what the members have learnt of neighbours. */
  transitions(context: BuildContext): Transitions;
  /** Dropout masks of a training batch; without `random`, nothing. */
  feed(rows: { readonly words: number }, random?: Random): Tensors;
}

/** One of those that are asked. */
export interface TagMember {
  scores(context: BuildContext, output: Pick<EncoderOutput, "words" | "members">): Node;
  transitions(context: BuildContext): Transitions;
}

export interface TagPanelSizes extends Pick<TagHeadSizes, "tags"> {
  /** The size of the encoder's word vectors: of all members together. */
  readonly dim: number;
  readonly members: number;
}

/** Makes the heads of a tagger. With one member it is a plain head, called `head`. */
export function tagPanel({ dim, tags, members }: TagPanelSizes, options: TagHeadOptions): TagPanel {
  const heads = headScopes(members).map((scope) => ({
    scope,
    head: tagHead({ dim: dim / members, tags, scope }, options),
  }));
  const all = heads.map(
    ({ head, scope }, number): TagMember => ({
      scores: (context, { words, members: apart = [words] }) => head.build(context, apart[number]!),
      transitions: (context) => learnedTransitions(context, tags, scope),
    }),
  );

  return {
    members: all,
    scores: (context, output) => meanOf(all.map((member) => member.scores(context, output))),
    transitions(context) {
      const learned = all.map((member) => member.transitions(context));
      return {
        transitions: meanOf(learned.map(({ transitions }) => transitions)),
        start: meanOf(learned.map(({ start }) => start)),
        end: meanOf(learned.map(({ end }) => end)),
      };
    },
    feed: (rows, random) => Object.assign({}, ...heads.map(({ head }) => head.feed(rows, random))),
  };
}
