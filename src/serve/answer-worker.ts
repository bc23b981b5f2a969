// The other side of `AnswerProcess`: holds a model and answers what comes.
import { UserError } from "../errors.ts";
import { Tagger } from "../tagging/index.ts";
import type { FromProcess, ProcessData, ToProcess } from "./answer-process.ts";
import { answerTag } from "./answer-tag.ts";
import { outbox } from "./outbox.ts";

const tell = outbox<FromProcess>((messages) => process.connected && process.send!(messages, () => {}));

// Signals are for the server, which tells us when to end. Without a server nobody is left to answer to.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
process.once("disconnect", () => process.exit());
process.once("message", async ([message]: readonly ToProcess[]) => {
  if (message?.kind !== "start")
    throw new Error(`the process of the model was begun with "${message?.kind}"`);
  try {
    await serve(message);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    tell({ kind: "refused", message: error.message, hint: error.hint });
  }
});

async function serve({ dir, tagger: options, decode }: ProcessData): Promise<void> {
  let isReady = false;
  const tagger = await Tagger.load(dir, {
    ...options,
    onBatch: (batch) => isReady && tell({ kind: "batch", batch }),
  });
  const cancels = new Map<number, AbortController>();
  const answer = async ({ id, request }: Extract<ToProcess, { kind: "tag" }>) => {
    const cancel = new AbortController();
    cancels.set(id, cancel);
    try {
      tell({ kind: "answer", id, results: await answerTag(tagger, decode, request, cancel.signal) });
    } catch (error) {
      // Nobody waits for what was cancelled.
      const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
      if (!cancel.signal.aborted) tell({ kind: "failed", id, stack });
    } finally {
      cancels.delete(id);
    }
  };
  process.on("message", (messages: readonly ToProcess[]) => {
    for (const message of messages) {
      if (message.kind === "tag") answer(message);
      if (message.kind === "cancel") cancels.get(message.id)?.abort();
      // What is under way is finished and told first.
      if (message.kind === "end") tagger.dispose().then(() => setImmediate(() => process.disconnect()));
    }
  });
  // The first run allocates; a model that cannot compute is found out before anybody asks.
  await tagger.tag("Ready?");
  isReady = true;
  const { labels, parts, trainedWith } = tagger;
  tell({ kind: "ready", about: { labels: { labels: labels.labels }, parts, trainedWith } });
}
