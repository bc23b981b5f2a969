import type { BuildContext, Encoder, Prepared } from "../../src/encoders/index.ts";
import {
  argmax,
  input,
  linear,
  type Node,
  parameter,
  reduceMean,
  Session,
  softmaxCrossEntropy,
  sparseGradient,
  type Tensor,
  type Tensors,
} from "../../src/graph/index.ts";
import { adamW, type GradientValues } from "../../src/graph/optimiser/index.ts";
import { initialise, type ParameterStore } from "../../src/graph/parameters/index.ts";
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
  const leaves = parametersOf(loss);
  // What the tags do not depend on (a sentence vector's weights) is not trained here.
  const trained = store.trainable().filter(({ name }) => leaves.has(name));
  const gradients = sparseGradient(
    loss,
    trained.map(({ name }) => leaves.get(name)!),
  );
  const outputs: Record<string, Node> = { loss };
  const into: Record<string, Tensor> = {};
  trained.forEach(({ name, shape }, i) => {
    const gradient = gradients[i]!;
    if (gradient.kind === "dense") {
      outputs[`d ${name}`] = gradient.value;
      into[`d ${name}`] = { data: trained[i]!.companion("gradient"), shape };
    } else {
      outputs[`rows ${name}`] = gradient.rows;
      outputs[`indices ${name}`] = gradient.indices;
    }
  });
  const session = await Session.compile({
    outputs,
    bound: boundTo(store, leaves),
    into,
    threads,
    spinning,
    ...(profile === undefined ? {} : { profile }),
  });
  const optimiser = adamW(trained, {
    rate,
    decay: 0.01,
    maxNorm: 1,
    groups: [{ match: ["*.table"], decay: 0 }],
  });
  return {
    async step(batch, labels, random) {
      const own = BigInt64Array.from(labels, BigInt);
      const feeds = { ...encoder.feed(batch, random), tags: { data: own, shape: [own.length] } };
      const results = await session.run(known(session, feeds));
      const values = new Map<string, GradientValues>();
      trained.forEach(({ name }, i) => {
        values.set(
          name,
          gradients[i]!.kind === "dense"
            ? { kind: "dense", values: results[`d ${name}`]!.data as Float32Array }
            : {
                kind: "rows",
                indices: results[`indices ${name}`]!.data as BigInt64Array,
                rows: results[`rows ${name}`]!.data as Float32Array,
              },
        );
      });
      optimiser.step(values);
      return results.loss!.data[0] as number;
    },
    async dispose() {
      if (profile !== undefined) session.endProfiling();
      await session.dispose();
    },
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
    baked: boundTo(store, parametersOf(scores)),
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

function parametersOf(root: Node): Map<string, Node> {
  const leaves = new Map<string, Node>();
  const seen = new Set<Node>();
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    if (node.op === "parameter") leaves.set((node as Node<"parameter">).attributes.name, node);
    open.push(...node.inputs);
  }
  return leaves;
}
