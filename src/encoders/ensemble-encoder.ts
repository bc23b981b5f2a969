import type { BuildContext } from "../graph/index.ts";
import { concat, matchesAny, renameGraph } from "../graph/index.ts";
import type { Encoder, EncoderOutput, Prepared } from "./encoder.ts";

/**
 * An ensemble of encoders of one kind that read the same sentences, each with its own weights. The members' word vectors
 * are concatenated, and also given one by one in `members` of the output. Frozen weights are shared.
 *
 * Members train independently; the ensemble is inference-only.
 *
 * Saved configs and weights call it `panel` and `member1`, `member2`, …: initial weights are drawn from their names.
 */
export function ensembleEncoder<P extends Prepared>(encoder: Encoder<P>, members: number): Encoder<P> {
  const numbers = Array.from({ length: members }, (_, i) => i + 1);
  const frozen = encoder.frozen ?? [];
  const build = copies(encoder, (name, number) =>
    matchesAny(frozen, name) ? name : name.replace("encoder.", `encoder.member${number}.`),
  );

  return {
    dim: members * encoder.dim,
    members: numbers.map((number) => ({ ...encoder, build: (context) => build(context, number) })),
    config: { kind: "ensemble", members, of: encoder.config },
    files: () => encoder.files(),
    frozen,
    ...(encoder.axisKeys && { axisKeys: encoder.axisKeys }),
    // Frozen weights are shared, so all members read the same states.
    ...(encoder.states && {
      states: { sources: encoder.states.sources, above: ensembleEncoder(encoder.states.above, members) },
    }),
    prepare: (words, options) => encoder.prepare(words, options),

    build(context: BuildContext): EncoderOutput {
      if (context.training) throw new Error("an ensemble is trained member by member");
      const all = numbers.map((number) => build(context, number));
      return {
        words: concat(
          all.map(({ words }) => words),
          1,
        ),
        sentences: concat(
          all.map(({ sentences }) => sentences),
          1,
        ),
        members: all.map(({ words }) => words),
      };
    },

    feed: (batch) => encoder.feed(batch),
  };
}

/** Builds an encoder under other parameter names. Inputs, and parameters that keep their names, are shared by all copies in a graph. */
function copies(
  encoder: Pick<Encoder, "build">,
  weightOf: (name: string, number: number) => string,
): (context: BuildContext, number: number) => EncoderOutput {
  type Declare = BuildContext["parameters"]["declare"];
  const known = new WeakMap<BuildContext["parameters"], Map<boolean, ReturnType<typeof original>>>();

  function original({ parameters, training }: BuildContext, number: number) {
    const weights = new Map<string, Parameters<Declare>>();
    const declare: Declare = (name, ...rest) => {
      weights.set(name, [name, ...rest]);
      return parameters.declare(weightOf(name, number), ...rest);
    };
    return { output: encoder.build({ training, parameters: { declare } }), weights };
  }

  return (context, number) => {
    const { parameters, training } = context;
    const built = known.get(parameters) ?? new Map<boolean, ReturnType<typeof original>>();
    known.set(parameters, built);
    const one = built.get(training) ?? original(context, number);
    built.set(training, one);
    for (const [name, ...rest] of one.weights.values()) parameters.declare(weightOf(name, number), ...rest);
    const [words, sentences] = renameGraph([one.output.words, one.output.sentences], {
      name: (name) => (one.weights.has(name) ? weightOf(name, number) : name),
      size: (symbol) => symbol,
    });
    return { words, sentences };
  };
}
