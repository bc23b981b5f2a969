import { batchesByLength } from "../../encoders/index.ts";
import type { Tensor } from "../../graph/index.ts";
import { Session, slice } from "../../graph/index.ts";
import type { TagEnsemble } from "../../models/index.ts";
import { OUTSIDE, weightsOf } from "../../models/index.ts";
import type { Task } from "../method.ts";

/** Words that are scored at once. */
const AT_ONCE = 4096;

/**
 * The current model's O-value of any words: what its decision vector has for `O`, without dropout. Reads the weights
 * where they lie, so it is always up to date; compiled when it is first asked. [PU2, Eq. 1]
 */
export class TagScorer {
  readonly #task: Pick<Task, "encoder" | "parameters" | "session" | "prepared">;
  readonly #ensemble: Pick<TagEnsemble, "scores">;
  #session: Promise<Session> | undefined;

  constructor(
    task: Pick<Task, "encoder" | "parameters" | "session" | "prepared">,
    ensemble: Pick<TagEnsemble, "scores">,
  ) {
    this.#task = task;
    this.#ensemble = ensemble;
  }

  /** One value for each word of each sentence, in the order given. */
  async oValues(sentences: readonly number[]): Promise<Float32Array[]> {
    const { encoder, prepared } = this.#task;
    const values = sentences.map((sentence) => new Float32Array(prepared[sentence]!.words));
    const filled = [...sentences.keys()].filter((i) => values[i]!.length > 0);
    if (filled.length === 0) return values;
    this.#session ??= this.#compile();
    const session = await this.#session;
    const costs = filled.map((i) => prepared[sentences[i]!]!.cost);
    for (const places of batchesByLength(costs, { cost: AT_ONCE })) {
      const batch = places.map((place) => filled[place]!);
      const feeds = encoder.feed(batch.map((i) => prepared[sentences[i]!]!));
      const known = Object.fromEntries(session.inputs.map(({ name }) => [name, feeds[name] as Tensor]));
      const all = (await session.run(known)).values!.data as Float32Array;
      let first = 0;
      for (const i of batch) {
        const own = values[i]!;
        own.set(all.subarray(first, first + own.length));
        first += own.length;
      }
    }
    return values;
  }

  async dispose(): Promise<void> {
    const session = await this.#session;
    this.#session = undefined;
    await session?.dispose();
  }

  #compile(): Promise<Session> {
    const { parameters, encoder, session } = this.#task;
    const context = { parameters, training: false };
    const scores = this.#ensemble.scores(context, encoder.build(context));
    const values = slice(scores, 1, OUTSIDE, OUTSIDE + 1);
    return Session.compile({ ...session, outputs: { values }, bound: weightsOf(parameters, [values]) });
  }
}
