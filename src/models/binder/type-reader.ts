import type { Encoder } from "../../encoders/index.ts";
import type { ParameterStore } from "../../graph/index.ts";
import { floatsOf, Session, type SessionOptions } from "../../graph/index.ts";
import { weightsOf } from "../predictor.ts";
import type { BinderConfig, BinderObjectiveName } from "./config.ts";
import { binderTypes, type TypeText } from "./entity-types.ts";
export interface TypeReaderOptions {
  /** That of the text: the one that reads types is of the same kind. */
  readonly encoder: Encoder;
  readonly config: BinderConfig;
  readonly parameters: ParameterStore;
  readonly session?: Pick<SessionOptions, "threads" | "spinning" | "runtime" | "device">;
}

/** The vectors of types as numbers, `[types, width]` each. */
export type TypeNumbers = Readonly<Record<BinderObjectiveName, Float32Array>>;

/** Turns what stands for types into their vectors, with the weights as they are at each moment. */
export class TypeReader {
  readonly #options: TypeReaderOptions;
  readonly #sessions = new Map<number, Promise<Session>>();

  constructor(options: TypeReaderOptions) {
    this.#options = options;
  }

  /**
   * The vectors of `count` types.
   *
   * @param texts as many for each type, type by type. Of several the mean is taken, so that a
   *   similarity with it is the mean of the similarities
   */
  async read(texts: readonly TypeText[], count: number): Promise<TypeNumbers> {
    const { encoder, config } = this.#options;
    const types = binderTypes(encoder, config);
    const session = await this.#session(texts.length);
    const feeds = types.feed(texts.map((text) => types.prepare(text)));
    const results = await session.runWith(feeds);
    const vectors = (objective: BinderObjectiveName) =>
      meanRows(floatsOf(results, objective), count, config.width);
    return { start: vectors("start"), end: vectors("end"), span: vectors("span") };
  }

  async dispose(): Promise<void> {
    const sessions = await Promise.all(this.#sessions.values());
    this.#sessions.clear();
    for (const session of sessions) await session.dispose();
  }

  #session(rows: number): Promise<Session> {
    let session = this.#sessions.get(rows);
    if (session === undefined) {
      const { encoder, config, parameters, session: options } = this.#options;
      const outputs = { ...binderTypes(encoder, config).build({ parameters, training: false }, rows) };
      const bound = weightsOf(parameters, Object.values(outputs));
      session = Session.compile({ ...options, outputs, bound });
      this.#sessions.set(rows, session);
    }
    return session;
  }
}

/** `[count · times, width]` to `[count, width]`: the mean of `times` rows each. */
function meanRows(rows: Float32Array, count: number, width: number): Float32Array {
  const times = rows.length / (count * width);
  return Float32Array.from({ length: count * width }, (_, at) => {
    const [type, column] = [Math.floor(at / width), at % width];
    let sum = 0;
    for (let i = 0; i < times; i++) sum += rows[(type * times + i) * width + column]!;
    return sum / times;
  });
}
