import type { Prepared } from "../../encoders/index.ts";
import { floatsOf, Session } from "../../graph/index.ts";
import type { SpanHead } from "../../models/index.ts";
import { feedSpans, type SpanRows, scoreAllSpans, weightsOf } from "../../models/index.ts";
import type { Task } from "../method.ts";
/**
 * What the current model thinks of any spans, without dropout. Reads the weights where they lie, so it is always up to
 * date; compiled when it is first asked.
 */
export class CandidateScorer {
  readonly #task: Pick<Task, "encoder" | "parameters" | "session">;
  readonly #head: SpanHead;
  readonly #sessions = new Map<"probabilities" | "vectors", Promise<Session>>();

  constructor(task: Pick<Task, "encoder" | "parameters" | "session">, head: SpanHead) {
    this.#task = task;
    this.#head = head;
  }

  /** `[spans, classes]` */
  async probabilities(batch: readonly Prepared[], spans: SpanRows): Promise<Float32Array> {
    return this.#run("probabilities", batch, spans);
  }

  /** `[spans, width]` */
  async vectors(batch: readonly Prepared[], spans: SpanRows): Promise<Float32Array> {
    return this.#run("vectors", batch, spans);
  }

  async dispose(): Promise<void> {
    const sessions = await Promise.all(this.#sessions.values());
    this.#sessions.clear();
    for (const session of sessions) await session.dispose();
  }

  async #run(
    wanted: "probabilities" | "vectors",
    batch: readonly Prepared[],
    spans: SpanRows,
  ): Promise<Float32Array> {
    // An empty tensor may end the process in some operators.
    if (spans.starts.length === 0) return new Float32Array(0);
    const session = await this.#session(wanted);
    const results = await session.runWith({ ...this.#task.encoder.feed(batch), ...feedSpans(spans) });
    return floatsOf(results, wanted);
  }

  #session(wanted: "probabilities" | "vectors"): Promise<Session> {
    let session = this.#sessions.get(wanted);
    if (session === undefined) {
      session = this.#compile(wanted);
      this.#sessions.set(wanted, session);
    }
    return session;
  }

  async #compile(wanted: "probabilities" | "vectors"): Promise<Session> {
    const { parameters, encoder, session } = this.#task;
    const words = encoder.build({ parameters, training: false });
    const node = scoreAllSpans(this.#head, { parameters }, words)[wanted];
    return Session.compile({ ...session, outputs: { [wanted]: node }, bound: weightsOf(parameters, [node]) });
  }
}
