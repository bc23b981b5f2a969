// One prediction server for the load bench, in a process of its own: `server-process MODEL batched|one-at-a-time THREADS`.
// It prints its address and stops when its standard input ends.
import { listen } from "../../src/server/http/index.ts";
import {
  modelCardOf,
  predictionServer,
  type ServedTagger,
  ServeMetrics,
  serveLimits,
  startPredicting,
  TagQueue,
} from "../../src/server/serve/index.ts";
import { Tagger } from "../../src/tagging/index.ts";

const [dir, how, threads] = process.argv.slice(2) as [string, string, string];
const http = { host: "127.0.0.1" };
const session = { threads: Number(threads), spinning: false };

const { server, dispose } = how === "batched" ? await batched() : await oneAtATime();
console.log(await listen(server, { host: "127.0.0.1", port: 0 }));
process.stdin
  .on("end", async () => {
    await server.close();
    await dispose();
  })
  .resume();

function batched() {
  return startPredicting(dir, { http, tagger: session });
}

/** The same server, but a request is computed when the one before it is done, never together with another. */
async function oneAtATime() {
  const tagger = await Tagger.load(dir, session);
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
  const served: ServedTagger = {
    tag: (texts, options) => inTurn(() => tagger.tag(texts, options)),
    tagSentences: (sentences, options) => inTurn(() => tagger.tagSentences(sentences, options)),
  };
  await served.tag("Ready?");
  const queue = new TagQueue(serveLimits);
  const metrics = new ServeMetrics(queue);
  const card = await modelCardOf(tagger, dir);
  const server = await predictionServer({ tagger: served, card, queue, metrics, limits: serveLimits, http });
  return { server, dispose: () => tagger.dispose() };
}
