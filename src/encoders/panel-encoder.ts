import { concat, matchesAny, renameGraph, type Tensors } from "../graph/index.ts";
import type { BuildContext, Encoder, EncoderOutput, Prepared } from "./encoder.ts";

/** Sizes that all members agree on: they read the same sentences. */
const SHARED_SIZES: ReadonlySet<string> = new Set(["words", "sentences"]);

/**
 * Several encoders of one kind that read the same sentences, each with weights and dropout of its own: the word vectors
 * stand side by side, and apart in `members`. Weights that are not trained are there once.
 */
export function panelEncoder<P extends Prepared>(encoder: Encoder<P>, members: number): Encoder<P> {
  const numbers = Array.from({ length: members }, (_, i) => i + 1);
  const frozen = encoder.frozen ?? [];

  return {
    dim: members * encoder.dim,
    members,
    config: { kind: "panel", members, of: encoder.config },
    files: () => encoder.files(),
    frozen,
    prepare: (words, options) => encoder.prepare(words, options),

    build({ parameters, training }: BuildContext): EncoderOutput {
      const weights = new Set<string>();
      const weightOf = (name: string, number: number) =>
        matchesAny(frozen, name) ? name : ofMember(name, number);
      const one = encoder.build({
        training,
        parameters: {
          declare(name, shape, initialiser) {
            weights.add(name);
            const copies = numbers.map((number) =>
              parameters.declare(weightOf(name, number), shape, initialiser),
            );
            return copies[0]!;
          },
        },
      });
      const copies = numbers.map((number) =>
        // In use all read the same numbers; in training each has its own, because dropout is drawn among them.
        renameGraph([one.words, one.sentences], {
          name: (name) => {
            if (weights.has(name)) return weightOf(name, number);
            return training ? ofMember(name, number) : name;
          },
          size: (symbol) => (training && !SHARED_SIZES.has(symbol) ? `${symbol}_${number}` : symbol),
        }),
      );
      const words = copies.map(([own]) => own!);
      return {
        words: concat(words, 1),
        sentences: concat(
          copies.map(([, own]) => own!),
          1,
        ),
        members: words,
      };
    },

    feed(batch, random): Tensors {
      if (random === undefined) return encoder.feed(batch);
      return Object.fromEntries(
        numbers.flatMap((number) =>
          Object.entries(encoder.feed(batch, random)).map(([name, tensor]) => [
            ofMember(name, number),
            tensor,
          ]),
        ),
      );
    },
  };
}

/** The name of something that one member has to itself: `encoder.x` becomes `encoder.member2.x`. */
function ofMember(name: string, number: number): string {
  return name.startsWith("encoder.")
    ? name.replace("encoder.", `encoder.member${number}.`)
    : `member${number}.${name}`;
}
