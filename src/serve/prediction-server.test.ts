import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tinyModel } from "../../test/support/models/tiny-model.ts";
import { quietSession } from "../../test/support/models/tiny-task.ts";
import { demoCorpus } from "../demo/index.ts";
import type { Server, ServerOptions } from "../http/index.ts";
import { Tagger } from "../tagging/index.ts";
import { type AnswerTag, answerTag } from "./answer-tag.ts";
import { type ModelCard, modelCardOf } from "./model-card.ts";
import { predictionServer } from "./prediction-server.ts";
import { type ServeLimits, serveLimits } from "./serve-limits.ts";
import { ServeMetrics } from "./serve-metrics.ts";
import { TagQueue } from "./tag-queue.ts";

let folder: string;
let model: string;
let server: Server;
let tagger: Tagger;
const started: Server[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lacuna-serve-"));
  model = join(folder, "tiny");
  await tinyModel(model);
  const queue = new TagQueue(serveLimits);
  const metrics = new ServeMetrics(queue);
  tagger = await Tagger.load(model, { ...quietSession, onBatch: metrics.batch });
  server = await predictionServer({
    answer: (request, signal) => answerTag(tagger, {}, request, signal),
    card: await modelCardOf(tagger, model),
    queue,
    metrics,
    limits: serveLimits,
    http: { host: "127.0.0.1" },
  });
});

afterAll(async () => {
  await Promise.all([server, ...started].map((one) => one.close()));
  await tagger.dispose();
  await rm(folder, { recursive: true });
});

const texts = demoCorpus({ train: 40, dev: 0, test: 0 }).train.map(({ tokens }) => tokens.join(" "));
const post = (payload: unknown, to: Server = server) =>
  to.inject({ method: "POST", url: "/v1/tag", payload: payload as object });

const card: ModelCard = {
  name: "<model>",
  labels: ["__proto__"],
  method: null,
  encoder: "rule",
  model: "rule",
  bytes: 0,
  trainedBy: null,
  version: "0",
};

const nothing: AnswerTag = async () => [];

/** A server that answers as a test wants. */
async function serverOf(
  answer: AnswerTag,
  limits: Partial<ServeLimits> = {},
  http: Partial<ServerOptions> = {},
): Promise<Server> {
  const all = { ...serveLimits, ...limits };
  const queue = new TagQueue(all);
  const made = await predictionServer({
    answer,
    card,
    queue,
    metrics: new ServeMetrics(queue),
    limits: all,
    http: { host: "127.0.0.1", ...http },
  });
  started.push(made);
  return made;
}

describe("POST /v1/tag", () => {
  test("finds in texts what the tagger finds", async () => {
    const expected = await tagger.tag(texts);
    const { results } = (await post({ texts })).json();
    expect(expected.flatMap(({ entities }) => entities).length).toBeGreaterThan(20);
    expect(results.map(({ entities }: { entities: object[] }) => entities)).toEqual(
      expected.map(({ entities }) =>
        entities.map(({ from, to, label, text }) => ({
          start: from,
          end: to,
          label,
          text,
          score: expect.any(Number),
        })),
      ),
    );
    results.forEach(({ entities }: { entities: { score: number }[] }, i: number) => {
      entities.forEach(({ score }, j) => {
        expect(score).toBeCloseTo(expected[i]!.entities[j]!.score, 4);
      });
    });
  });

  test("finds in words what it finds in the same text, by positions of words", async () => {
    const [tagged] = await tagger.tag(texts[0]!);
    const { results } = (await post({ tokens: [tagged!.tokens] })).json();
    expect(
      results[0].entities.map(({ start, end, label }: Record<string, unknown>) => [start, end, label]),
    ).toEqual(tagged!.entities.map(({ start, end, label }) => [start, end, label]));
  });

  test("counts in the unit asked for", async () => {
    const text = `🦊 ${texts.join(" ")}`;
    const [utf16, codepoint, byte] = await Promise.all(
      ["utf16", "codepoint", "byte"].map(
        async (unit) => (await post({ texts: [text], unit })).json().results[0].entities,
      ),
    );
    expect(utf16.length).toBeGreaterThan(0);
    // The fox is two UTF-16 units and one code point.
    expect(codepoint.map(({ start }: { start: number }) => start)).toEqual(
      utf16.map(({ start }: { start: number }) => start - 1),
    );
    for (const { start, end, text: own } of byte) {
      expect(Buffer.from(text).subarray(start, end).toString()).toBe(own);
    }
  });

  test("a threshold leaves out what scores lower", async () => {
    const all = (await post({ texts }))
      .json()
      .results.flatMap(({ entities }: { entities: object[] }) => entities);
    const some = (await post({ texts, threshold: 0.9 }))
      .json()
      .results.flatMap(({ entities }: { entities: object[] }) => entities);
    expect(some).toEqual(all.filter(({ score }: { score: number }) => score >= 0.9));
    expect(some.length).toBeLessThan(all.length);
  });

  test("many requests at once get each their own answer", async () => {
    const alone = await Promise.all(
      texts.map(async (text) => (await tagger.tag(text))[0]!.entities.map(({ from }) => from)),
    );
    const together = await Promise.all(
      texts.map(async (text) =>
        (await post({ texts: [text] }))
          .json()
          .results[0].entities.map(({ start }: { start: number }) => start),
      ),
    );
    expect(together).toEqual(alone);
  });

  test.each([
    ["nothing", {}, /either "texts" or "tokens"/],
    ["both", { texts: ["a"], tokens: [["a"]] }, /either "texts" or "tokens"/],
    ["no texts", { texts: [] }, /body\.texts/],
    ["a number for a text", { texts: ["a", 3] }, /body\.texts\[1\]/],
    ["a text for texts", { texts: "a" }, /body\.texts/],
    ["an empty word", { tokens: [["a", ""]] }, /body\.tokens\[0\]\[1\]/],
    ["an unknown unit", { texts: ["a"], unit: "words" }, /body\.unit.*utf16/],
    ["a threshold above 1", { texts: ["a"], threshold: 1.5 }, /body\.threshold/],
    ["a word that is no key", { texts: ["a"], treshold: 0.5 }, /treshold/],
    ["a list", [1, 2], /^body: /],
    ["null", "null", /^body: /],
  ])("is 400 for %s", async (_, payload, message) => {
    const body = typeof payload === "string" ? payload : JSON.stringify(payload);
    const answer = await server.inject({
      method: "POST",
      url: "/v1/tag",
      payload: body,
      headers: { "content-type": "application/json" },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.code).toBe("invalid-request");
    expect(answer.json().error.message).toMatch(message);
  });

  test.each([
    ["nothing", ""],
    ["blanks", " \n\t"],
    ["an unpaired surrogate", "a \ud800 b"],
    ["zero bytes and other controls", "a\u0000b \u0007 \u2028 c"],
    ["right to left, with overrides", "\u202eabc שלום العالم"],
    ["long, without a blank", "x".repeat(50_000)],
    ["long, without a full stop", "Zed ".repeat(20_000)],
    ["emoji", "👨‍👩‍👧‍👦".repeat(500)],
  ])("a text of %s does no harm", async (_, text) => {
    const answer = await post({ texts: [text], unit: "byte" });
    expect(answer.statusCode).toBe(200);
    for (const { start, end, text: own } of answer.json().results[0].entities) {
      expect(end - start).toBe(Buffer.byteLength(own));
    }
  });
});

describe("limits", () => {
  test("texts, their length, and words of a sentence", async () => {
    const small = await serverOf(nothing, { texts: 2, textLength: 10, sentenceWords: 3 });
    expect((await post({ texts: ["a", "b", "c"] }, small)).json().error.message).toMatch(/body\.texts: .*2/);
    expect((await post({ texts: ["a", "x".repeat(11)] }, small)).json().error.message).toMatch(
      /body\.texts\[1\]: .*10/,
    );
    expect((await post({ tokens: [["a", "b", "c", "d"]] }, small)).json().error.message).toMatch(
      /body\.tokens\[0\]: .*3/,
    );
  });

  test("a body over a megabyte is 413", async () => {
    const answer = await post({ texts: Array.from({ length: 20 }, () => "x".repeat(60_000)) });
    expect([answer.statusCode, answer.json().error.code]).toEqual([413, "body-too-large"]);
  });

  test("a full queue is 429 with Retry-After, and not ready; it recovers", async () => {
    const ends: (() => void)[] = [];
    const busy = await serverOf(() => new Promise((resolve) => ends.push(() => resolve([]))), {
      queuedRequests: 2,
    });
    const under = [post({ texts: ["a"] }, busy), post({ texts: ["b"] }, busy)];
    await expect.poll(() => ends.length).toBe(2);
    const third = await post({ texts: ["c"] }, busy);
    expect([third.statusCode, third.headers["retry-after"], third.json().error.code]).toEqual([
      429,
      "1",
      "busy",
    ]);
    expect((await busy.inject("/readyz")).statusCode).toBe(503);
    expect((await busy.inject("/healthz")).statusCode).toBe(200);
    for (const end of ends) end();
    expect((await Promise.all(under)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect((await busy.inject("/readyz")).json()).toEqual({ status: "ready" });
  });

  test("past the deadline a request is 503, its work is given up and its place is free", async () => {
    const signals: AbortSignal[] = [];
    const slow = await serverOf(
      (_, signal) => {
        signals.push(signal);
        return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
      },
      { queuedRequests: 1 },
      { limits: { deadline: 50 } },
    );
    for (let i = 0; i < 2; i++) {
      const answer = await post({ texts: ["a"] }, slow);
      expect([answer.statusCode, answer.json().error.code]).toEqual([503, "deadline"]);
    }
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  test("a bug in the model is 500 for this request, told to the operator, and the next is served", async () => {
    const bugs: string[] = [];
    let calls = 0;
    const flaky = await serverOf(
      () => (calls++ === 0 ? Promise.reject(new Error("no memory at 0x12")) : Promise.resolve([])),
      {},
      { onBug: (error) => bugs.push(String(error)) },
    );
    const first = await post({ texts: ["a"] }, flaky);
    expect([first.statusCode, first.json().error.code]).toEqual([500, "internal"]);
    expect(first.body).not.toContain("0x12");
    expect(bugs).toEqual(["Error: no memory at 0x12"]);
    expect((await post({ texts: ["a"] }, flaky)).statusCode).toBe(200);
  });
});

describe("about the server", () => {
  test("the model: labels, method, sizes, and no path", async () => {
    const answer = await server.inject("/v1/model");
    expect(answer.json()).toMatchObject({
      name: "tiny",
      labels: [...tagger.labels.labels],
      method: "uniform",
      encoder: "cnn",
      model: "span",
    });
    expect(answer.json().bytes).toBeGreaterThan(1000);
    expect(answer.body).not.toContain(folder);
  });

  test("metrics count requests by route and status, batches, and entities by label", async () => {
    const odd = ["__proto__", "constructor", 'a"b\\c\n'];
    const counted = await serverOf(async () => [
      { entities: odd.map((label) => ({ start: 0, end: 1, label, score: 1, text: "a" })) },
    ]);
    await post({ texts: ["a"] }, counted);
    await post({ texts: [] }, counted);
    await counted.inject("/nothing");
    const { body, headers } = await counted.inject("/metrics");
    expect(headers["content-type"]).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(body).toContain('lacuna_requests_total{route="/v1/tag",status="200"} 1\n');
    expect(body).toContain('lacuna_requests_total{route="/v1/tag",status="400"} 1\n');
    expect(body).toContain('lacuna_requests_total{route="none",status="404"} 1\n');
    expect(body).toContain('lacuna_entities_total{label="__proto__"} 1\n');
    expect(body).toContain('lacuna_entities_total{label="constructor"} 1\n');
    expect(body).toContain('lacuna_entities_total{label="a\\"b\\\\c\\n"} 1\n');
    expect(body).toContain("lacuna_queue_requests 0\n");
    const own = (await server.inject("/metrics")).body;
    const batches = Number(/lacuna_batch_sentences_count (\d+)/.exec(own)![1]);
    const sentences = Number(/lacuna_batch_sentences_sum (\d+)/.exec(own)![1]);
    expect(batches).toBeGreaterThan(0);
    // The 40 requests at once went in fewer batches than there were.
    expect(sentences).toBeGreaterThan(2 * batches);
  });

  test("the OpenAPI document names every address", async () => {
    const document = (await server.inject("/openapi.json")).json();
    expect(Object.keys(document.paths).sort()).toEqual([
      "/healthz",
      "/metrics",
      "/readyz",
      "/v1/model",
      "/v1/tag",
    ]);
    const { schema } = document.paths["/v1/tag"].post.requestBody.content["application/json"];
    expect(schema.properties.unit.enum).toEqual(["utf16", "codepoint", "byte"]);
    expect(schema.properties.texts.maxItems).toBe(256);
    expect(schema.additionalProperties).toBe(false);
  });

  test("the front page escapes what a model is called", async () => {
    const { body, headers } = await (await serverOf(nothing)).inject("/");
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(body).toContain("&lt;model&gt;");
    expect(body).not.toContain("<model>");
    expect(body).not.toContain("<script");
  });

  test("with a token everything but its health wants it", async () => {
    const locked = await serverOf(nothing, {}, { host: "0.0.0.0", token: "0123456789abcdef" });
    for (const url of ["/", "/v1/model", "/metrics", "/openapi.json"]) {
      expect((await locked.inject(url)).statusCode).toBe(401);
    }
    expect((await post({ texts: ["a"] }, locked)).statusCode).toBe(401);
    for (const url of ["/healthz", "/readyz"]) expect((await locked.inject(url)).statusCode).toBe(200);
    const headers = { authorization: "Bearer 0123456789abcdef" };
    expect((await locked.inject({ url: "/v1/model", headers })).statusCode).toBe(200);
  });
});
