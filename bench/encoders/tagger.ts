import type { Encoder, Prepared } from "../../src/encoders/index.ts";
import {
  adamW,
  argmax,
  type BuildContext,
  GradientStep,
  initialise,
  input,
  linear,
  type Node,
  type ParameterStore,
  parameter,
  parameterLeaves,
  reduceMean,
  Session,
  softmaxCrossEntropy,
  type Tensors,
} from "../../src/graph/index.ts";
import type { Random } from "../../src/random.ts";

export interface TaggerOptions {
  readonly tags: number;
  readonly threads: number;
  readonly rate?: number;
  /** Whether waiting threads spin; on a busy machine they had better not. */
  readonly spinning?: boolean;
  /** Write ONNX Runtime's profile to files that start with this. */
  readonly profile?: string;
}

export interface Trainer<P extends Prepared> {
  /** Forward, backward and AdamW; returns the loss before the update. */
  step(batch: readonly P[], tags: Int32Array, random: Random): Promise<number>;
  dispose(): Promise<void>;
}

export interface Predictor<P extends Prepared> {
  /** The best tag of each word, packed. */
  predict(batch: readonly P[]): Promise<ArrayLike<number | bigint>>;
  dispose(): Promise<void>;
}

/** Trains an encoder with a linear layer and a softmax per word: the plainest tagger there is. */
export async function trainTagger<P extends Prepared>(
  encoder: Encoder<P>,
  store: ParameterStore,
  { tags, threads, rate = 1e-3, spinning = true, profile }: TaggerOptions,
): Promise<Trainer<P>> {
  const scores = tagScores(encoder, { parameters: store, training: true }, tags);
  const loss = reduceMean(softmaxCrossEntropy(scores, input("tags", ["words"], "int64")));
  store.freeze(encoder.frozen ?? []);
  const gradientStep = await GradientStep.compile({
    loss,
    parameters: store,
    threads,
    spinning,
    ...(profile === undefined ? {} : { profile }),
  });
  const optimiser = adamW(gradientStep.trained, {
    learningRate: rate,
    weightDecay: 0.01,
    clipNorm: 1,
    groups: [{ match: ["*.table"], weightDecay: 0 }],
  });
  return {
    async step(batch, labels, random) {
      const own = BigInt64Array.from(labels, BigInt);
      const feeds = { ...encoder.feed(batch, random), tags: { data: own, shape: [own.length] } };
      const { loss, gradients } = await gradientStep.run(feeds);
      optimiser.step(gradients);
      return loss;
    },
    dispose: () => gradientStep.dispose(),
  };
}

/** Predicts with the weights written into the model, as it is done in use. */
export async function predictTagger<P extends Prepared>(
  encoder: Encoder<P>,
  store: ParameterStore,
  { tags, threads, spinning = true, profile }: TaggerOptions,
): Promise<Predictor<P>> {
  const scores = tagScores(encoder, { parameters: store, training: false }, tags);
  const session = await Session.compile({
    outputs: { tags: argmax(scores) },
    baked: boundTo(store, parameterLeaves([scores])),
    threads,
    spinning,
    ...(profile === undefined ? {} : { profile }),
  });
  return {
    async predict(batch) {
      return (await session.run(known(session, encoder.feed(batch)))).tags!.data;
    },
    async dispose() {
      if (profile !== undefined) session.endProfiling();
      await session.dispose();
    },
  };
}

function tagScores(encoder: Encoder, context: BuildContext, tags: number): Node {
  const { words } = encoder.build(context);
  const shape = [tags, encoder.dim];
  context.parameters.declare("head.weight", shape, initialise.glorotUniform());
  context.parameters.declare("head.bias", [tags], initialise.zeros);
  return linear(words, parameter("head.weight", shape), parameter("head.bias", [tags]));
}

/** Only what the graph has: an encoder also feeds its sentence vector, which a tagger leaves out. */
function known(session: Session, feeds: Tensors): Tensors {
  return Object.fromEntries(session.inputs.map(({ name }) => [name, feeds[name]!]));
}

function boundTo(store: ParameterStore, leaves: ReadonlyMap<string, Node>): Tensors {
  return Object.fromEntries(
    [...store].flatMap(({ name, values, shape }) =>
      leaves.has(name) ? [[name, { data: values, shape }]] : [],
    ),
  );
}
