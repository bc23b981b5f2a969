// One prediction server for the load bench, in a process of its own: `server-process MODEL batched|one-at-a-time THREADS`.
// As it comes (`batched`) it has a copy of the model for each core; one at a time, one copy on so many threads.
// It prints its address and stops when its standard input ends.
import { listen } from "../../src/http/index.ts";
import {
  AnswerProcess,
  modelCardOf,
  predictionServer,
  ServeMetrics,
  serveLimits,
  startPredicting,
  TagQueue,
} from "../../src/serve/index.ts";

const [dir, how, threads] = process.argv.slice(2) as [string, string, string];
const http = { host: "127.0.0.1" };

const { server, dispose } = how === "batched" ? await batched() : await oneAtATime();
console.log(await listen(server, { host: "127.0.0.1", port: 0 }));
process.stdin
  .on("end", async () => {
    await server.close();
    await dispose();
  })
  .resume();

function batched() {
  return startPredicting(dir, { http });
}

/** The same server, but a request is computed when the one before it is done, never together with another. */
async function oneAtATime() {
  const copy = await AnswerProcess.start({
    dir,
    tagger: { threads: Number(threads), spinning: false },
    decode: {},
  });
  let last: Promise<unknown> = Promise.resolve();
  const queue = new TagQueue(serveLimits);
  const server = await predictionServer({
    answer: (request, signal) => {
      const result = last.then(() => copy.answer(request, signal));
      last = result.catch(() => undefined);
      return result;
    },
    card: await modelCardOf(copy.about, dir),
    queue,
    metrics: new ServeMetrics(queue),
    limits: serveLimits,
    http,
  });
  return { server, dispose: () => copy.dispose() };
}
