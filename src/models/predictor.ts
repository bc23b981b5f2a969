import type { Encoder, Prepared } from "../encoders/index.ts";
import { entryOf } from "../entries.ts";
import type { Node, ParameterStore, Tensor, Tensors } from "../graph/index.ts";
import { parameterLeaves, Session, type SessionOptions } from "../graph/index.ts";
import type { DecodeOptions, Model, ScoredEntity } from "./model.ts";
export interface PredictorOptions {
  readonly encoder: Encoder;
  readonly model: Model;
  readonly parameters: ParameterStore;
  readonly session?: Pick<SessionOptions, "threads" | "spinning" | "runtime" | "device">;
}

/** A model that tags with the weights as they are at each moment: how training looks at dev sentences. */
export class Predictor {
  readonly #session: Session;
  readonly #encoder: Encoder;
  readonly #model: Model;

  private constructor(session: Session, { encoder, model }: PredictorOptions) {
    this.#session = session;
    this.#encoder = encoder;
    this.#model = model;
  }

  static async compile(options: PredictorOptions): Promise<Predictor> {
    const all = inferenceGraph(options);
    const outputs = Object.fromEntries(options.model.reads.map((name) => [name, entryOf(all, name)]));
    const bound = weightsOf(options.parameters, Object.values(outputs));
    return new Predictor(await Session.compile({ ...options.session, outputs, bound }), options);
  }

  /** The entities of each sentence, in the order given. All sentences are one batch. */
  async tag(batch: readonly Prepared[], options?: DecodeOptions): Promise<ScoredEntity[][]> {
    return this.#model.decode(await this.outputs(batch), batch, options);
  }

  /** What `Model.decode` reads about a batch. */
  async outputs(batch: readonly Prepared[]): Promise<Tensors> {
    await this.#encoder.ready?.(batch);
    return this.#session.runWith({ ...this.#encoder.feed(batch), ...this.#model.feed(batch) });
  }

  dispose(): Promise<void> {
    return this.#session.dispose();
  }
}

/** The graph of a model in use: from words to the outputs that `Model.decode` reads. */
export function inferenceGraph({
  encoder,
  model,
  parameters,
}: Pick<PredictorOptions, "encoder" | "model" | "parameters">): Readonly<Record<string, Node>> {
  return model.build({ parameters }, encoder.build({ parameters, training: false }));
}

/** The weights that some nodes depend on, by name, where they lie: to be bound to a session or written into a model file. */
export function weightsOf(parameters: ParameterStore, nodes: readonly Node[]): Record<string, Tensor> {
  return Object.fromEntries(
    [...parameterLeaves(nodes).keys()].map((name) => {
      const { values, shape } = parameters.get(name);
      return [name, { data: values, shape }];
    }),
  );
}
