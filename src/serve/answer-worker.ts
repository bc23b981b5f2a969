// The other side of `AnswerThread`: holds a model and answers what comes.
import { parentPort, workerData } from "node:worker_threads";
import { UserError } from "../errors.ts";
import { Tagger } from "../tagging/index.ts";
import { answerTag } from "./answer-tag.ts";
import type { FromThread, ThreadData, ToThread } from "./answer-thread.ts";
import { outbox } from "./outbox.ts";

const { dir, tagger: options, decode } = workerData as ThreadData;
const port = parentPort!;
const tell = outbox<FromThread>((messages) => port.postMessage(messages));

try {
  await serve();
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  tell({ kind: "refused", message: error.message, hint: error.hint });
}

async function serve(): Promise<void> {
  let isReady = false;
  const tagger = await Tagger.load(dir, {
    ...options,
    onBatch: (batch) => isReady && tell({ kind: "batch", batch }),
  });
  const cancels = new Map<number, AbortController>();
  const answer = async ({ id, request }: Extract<ToThread, { kind: "tag" }>) => {
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
  port.on("message", (messages: readonly ToThread[]) => {
    for (const message of messages) {
      if (message.kind === "tag") answer(message);
      if (message.kind === "cancel") cancels.get(message.id)?.abort();
      // What is under way is finished and told first.
      if (message.kind === "end") tagger.dispose().then(() => setImmediate(() => port.close()));
    }
  });
  // The first run allocates; a model that cannot compute is found out before anybody asks.
  await tagger.tag("Ready?");
  isReady = true;
  const { labels, parts, trainedWith } = tagger;
  tell({ kind: "ready", about: { labels: { labels: labels.labels }, parts, trainedWith } });
}
