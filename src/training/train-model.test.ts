import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { writeCorpus } from "../data/index.ts";
import { demoCorpus } from "../demo/index.ts";
import { UserError } from "../errors.ts";
import { type GivenSentence, runTraining, type TrainEvent, train } from "../index.ts";
import { parseTrainConfig } from "./config/config.ts";

const root = mkdtempSync(join(tmpdir(), "lacuna-door-"));
const at = (name: string) => join(root, name);
afterAll(() => rmSync(root, { recursive: true }));

const corpus = demoCorpus({ train: 40, dev: 10, test: 0 });
/** As a program would write them: nothing but words and entities. */
const plain = (sentences: typeof corpus.train): GivenSentence[] =>
  sentences.map(({ tokens, entities }) => ({ tokens, entities }));
const config = { method: "weighted", epochs: 1, threads: 1, encoder: { width: 16, depth: 1 } };

test("sentences in, a model out that tags", async () => {
  const events: TrainEvent[] = [];
  const onEvent = (event: TrainEvent) => void events.push(event);
  await using model = await train({
    train: plain(corpus.train),
    dev: plain(corpus.dev),
    out: at("model"),
    config,
    onEvent,
  });
  expect(model.labels.labels).toEqual(["LOC", "ORG", "PER", "PRODUCT"]);
  expect(await model.tag(["Ann Lee left Leeds."])).toHaveLength(1);
  expect(events[0]).toMatchObject({
    kind: "started",
    sentences: 40,
    notices: expect.arrayContaining([
      expect.stringContaining('40 sentences of "train" do not say whether the labels are complete'),
    ]),
  });
  expect(events.at(-1)).toMatchObject({ kind: "stopped", dev: { sentences: 10 } });
  const saved = JSON.parse(readFileSync(join(at("model"), "config.json"), "utf8"));
  expect(saved.train).toEqual(["(sentences given by a program)"]);
  await expect(train({ train: plain(corpus.train), out: at("model"), config })).rejects.toThrow(
    "there is a model in it",
  );
});

test("files give the same model as the sentences in them", async () => {
  const [trainFile, devFile] = [at("train.jsonl"), at("dev.jsonl")];
  await writeCorpus(trainFile, corpus.train);
  await writeCorpus(devFile, corpus.dev);
  const byFiles = await train({ train: `${trainFile}:complete`, dev: devFile, out: at("files"), config });
  await byFiles.dispose();
  const weights = (out: string) => readFileSync(join(at(out), "weights.safetensors"));
  expect(weights("files").equals(weights("model"))).toBe(true);
});

test("a generator of sentences will do, and partial ones say so", async () => {
  function* some(): Generator<GivenSentence> {
    for (const sentence of plain(corpus.train)) yield { ...sentence, completeness: "partial" };
  }
  const events: TrainEvent[] = [];
  const tiny = parseTrainConfig({ ...config, encoder: { kind: "cnn", width: 16, depth: 1 } }, "test");
  for await (const event of runTraining(tiny, at("partial"), { data: { train: some() } })) events.push(event);
  const [started] = events as [Extract<TrainEvent, { kind: "started" }>];
  expect(started.kind).toBe("started");
  expect(started.notices.filter((notice) => notice.includes("do not say whether"))).toEqual([]);
});

test("stopped, there is no model; resumed there is one, and asking again gives it", async () => {
  const options = { train: plain(corpus.train), out: at("stopped"), config };
  const stop = new AbortController();
  const onEvent = () => stop.abort();
  await expect(train({ ...options, signal: stop.signal, onEvent })).rejects.toMatchObject({
    message: expect.stringContaining("was stopped before there was a model"),
    hint: expect.stringContaining("resume: true"),
  });
  for (let i = 0; i < 2; i++) await (await train({ ...options, resume: true })).dispose();
  await (await train({ ...options, from: at("stopped"), out: at("further") })).dispose();
});

describe("what is wrong is told by its place", () => {
  const [good] = plain(corpus.train) as [GivenSentence];
  const entity = { start: 0, end: 1, label: "PER" };
  test.each<[object, string]>([
    [{ train: 5 }, '"train" must be sentences, not 5'],
    [{ train: [] }, "there is nothing to train on"],
    [{ train: [1] }, "train[0]: invalid input: expected object, received number"],
    [{ train: ["a.jsonl", good] }, "train[0]: invalid input: expected object, received string"],
    [
      { train: [good, { tokens: "Ann left", entities: [] }] },
      "train[1].tokens: invalid input: expected array",
    ],
    [
      { train: [good, { tokens: ["Ann", 3], entities: [] }] },
      "train[1].tokens[1]: invalid input: expected string",
    ],
    [
      { train: [{ tokens: ["Ann"] }] },
      "train[0].entities: invalid input: expected array, received undefined",
    ],
    [
      { train: [good, { tokens: ["Ann"], entities: [entity, { ...entity, end: 3 }] }] },
      "train[1].entities[1] is from word 0 to before word 3: the sentence has 1 word",
    ],
    [{ train: [{ tokens: ["Ann"], entities: [{ ...entity, end: 0 }] }] }, "it has no word"],
    [{ train: [{ tokens: ["Ann"], entities: [{ ...entity, start: 0.5 }] }] }, "train[0].entities[0].start"],
    [{ train: [{ tokens: ["Ann"], entities: [{ ...entity, label: 7 }] }] }, "train[0].entities[0].label"],
    [{ train: [{ ...good, completeness: "some" }] }, 'unknown completeness "some"'],
    [{ train: [{ ...good, completeness: 1 }] }, "train[0].completeness: expected complete, partial or"],
    [{ train: [{ ...good, unknown: [99] }] }, "train[0].unknown names word 99"],
    [{ train: [good], dev: "dev.jsonl" }, "must both be sentences, or both be files"],
    [{ train: [good], dev: 7 }, '"dev" must be sentences, not 7'],
    [{ train: [good], out: 3 }, '"out" must be the name of a folder, not 3'],
    [{ train: [good], oot: "x" }, 'train has no option "oot", did you mean "out"?'],
    [{ train: [good], epochs: 3 }, 'keys of docs/config.md belong into "config"'],
    [{ train: [good], config: { epoch: 3 } }, 'unknown key "epoch", did you mean "epochs"?'],
    [{ train: [good], from: "nowhere" }, '"nowhere" is not a model folder'],
  ])("%j", async (options, message) => {
    const given = { out: at("unused"), ...options } as unknown as Parameters<typeof train>[0];
    const error = await train(given).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UserError);
    const { message: told, hint = "" } = error as UserError;
    expect(`${told}\n${hint}`).toContain(message);
    expect(existsSync(at("unused"))).toBe(false);
  });

  test("by the compiler too", () => {
    const _ = () => [
      // @ts-expect-error A number is no corpus.
      train({ train: 5, out: "model" }),
      // @ts-expect-error Entities have ends.
      train({ train: [{ tokens: ["Ann"], entities: [{ start: 0, label: "PER" }] }], out: "model" }),
      // @ts-expect-error There must be a folder.
      train({ train: [{ tokens: ["Ann"], entities: [] }] }),
    ];
    expect(_).toBeTypeOf("function");
  });
});

test("what makes a run doubtful is told: few steps, nothing found, one label, dev that was trained on or is partial", async () => {
  const events: TrainEvent[] = [];
  const one = corpus.train.slice(0, 8).map(({ tokens, entities }) => ({
    tokens,
    entities: entities.map(({ start, end }) => ({ start, end, label: "NAME" })),
  }));
  await using _ = await train({
    train: one,
    dev: one.map((sentence) => ({ ...sentence, completeness: "partial" as const })),
    out: at("doubtful"),
    // Too slow to learn anything.
    config: { ...config, epochs: 2, optimiser: { learningRate: 1e-9 }, sampler: { rate: 5 } },
    onEvent: (event) => void events.push(event),
  });
  const [started, planned] = events;
  expect(started).toMatchObject({
    notices: expect.arrayContaining([expect.stringContaining('"NAME" is the only label')]),
    warnings: [
      { message: expect.stringContaining("no dev sentence is completely labelled") },
      { message: expect.stringContaining("100 % (8 of 8) of the dev sentences are training sentences too") },
    ],
  });
  expect(planned).toMatchObject({ notice: expect.stringContaining("only 2 steps of training are planned") });
  const scored = events.filter((event) => event.kind === "evaluated");
  const found = scored.map(({ dev }) => dev!.precision > 0);
  // Random weights may find something by chance; what is said of it must agree.
  expect(scored.map(({ notice }) => notice === undefined)).toEqual(found);
  const page = readFileSync(join(at("doubtful"), "report.html"), "utf8");
  expect(page).toContain("is the only label");
  expect(page).toContain("only 2 steps of training are planned");
});
