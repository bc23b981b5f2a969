import { batchesByLength, type Prepared } from "../../encoders/index.ts";
import { entriesAt } from "../../entries.ts";
import { floatsOf, Session, slice } from "../../graph/index.ts";
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
  oValues(sentences: readonly number[]): Promise<Float32Array[]> {
    return this.#values(entriesAt(this.#task.prepared, sentences));
  }

  /** The same for other sentences. */
  oValuesOf(sentences: readonly { readonly tokens: readonly string[] }[]): Promise<Float32Array[]> {
    return this.#values(sentences.map(({ tokens }) => this.#task.encoder.prepare(tokens)));
  }

  async #values(texts: readonly Prepared[]): Promise<Float32Array[]> {
    const asked = texts.map((text) => ({
      text,
      values: new Float32Array(text.words),
    }));
    const filled = asked.filter(({ text }) => text.words > 0);
    if (filled.length > 0) await this.#fill(filled);
    return asked.map(({ values }) => values);
  }

  async #fill(asked: readonly { readonly text: Prepared; readonly values: Float32Array }[]): Promise<void> {
    this.#session ??= this.#compile();
    const session = await this.#session;
    const costs = asked.map(({ text }) => text.cost);
    for (const places of batchesByLength(costs, { cost: AT_ONCE })) {
      const batch = entriesAt(asked, places);
      const results = await session.runWith(this.#task.encoder.feed(batch.map(({ text }) => text)));
      const all = floatsOf(results, "values");
      let first = 0;
      for (const { values } of batch) {
        values.set(all.subarray(first, first + values.length));
        first += values.length;
      }
    }
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
