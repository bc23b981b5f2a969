import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { meetingCorpus } from "../../test/support/meeting-corpus.ts";
import { learn, quietSession, sentence, tinyEncoder, tinyTask } from "../../test/support/models/tiny-task.ts";
import { adamW, GradientStep, OnnxSession } from "../graph/index.ts";
import { parseTypeDescriptions } from "../models/index.ts";
import { Random } from "../random.ts";
import { modelForTypes } from "./model-for-types.ts";
import { saveModelFolder } from "./save-model-folder.ts";
import { Tagger } from "./tagger.ts";
import { taggerForTypes } from "./tagger-for-types.ts";

const corpus = meetingCorpus(36);
let folder: string;
let model: string;

async function save(name: string, options: object, rounds: number): Promise<string> {
  const task = tinyTask(corpus, { encoder: tinyEncoder({ width: 24, dropout: 0 }) });
  const learner = learn("binder", task, { head: { width: 16, dropout: 0 }, ...options });
  const { parameters } = task;
  const loss = learner.graph.build({ parameters, training: true });
  const step = await GradientStep.compile({ ...quietSession, loss, parameters });
  const optimiser = adamW(step.trained, { learningRate: 0.01 });
  for (let round = 0; round < rounds; round++) {
    for (let from = 0; from < corpus.length; from += 12) {
      const batch = Array.from({ length: 12 }, (_, i) => from + i);
      const feeds = await learner.graph.feed(batch, {
        stage: 0,
        epoch: 0,
        epochs: 1,
        random: new Random(round + from),
      });
      optimiser.step((await step.run(feeds!)).gradients);
    }
  }
  await learner.fit!.refresh("all", { stage: 0, epoch: 0, epochs: 1 });
  const dir = join(folder, name);
  await saveModelFolder(dir, { ...task, model: learner.model, config: { method: "binder" } });
  await step.dispose();
  await learner.dispose();
  return dir;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lacuna-types-"));
  model = await save("model", { types: { source: "keyword" } }, 15);
}, 30_000);
afterAll(() => rm(folder, { recursive: true }));

test("a saved model reads text and nothing else, and finds what it was trained for", async () => {
  const session = await OnnxSession.load(join(model, "model.onnx"), quietSession);
  expect(session.inputs.filter(({ name }) => name.startsWith("types"))).toEqual([]);
  await session.dispose();
  const tagger = await Tagger.load(model, quietSession);
  const found = await tagger.tagSentences(corpus);
  const right = corpus.flatMap(({ entities }, i) =>
    entities.filter(({ start, end, label }) =>
      found[i]!.some((own) => own.start === start && own.end === end && own.label === label),
    ),
  );
  expect(right.length).toBeGreaterThan(0.8 * corpus.flatMap(({ entities }) => entities).length);
  await tagger.dispose();
});

describe("new types", () => {
  test("a description in the words of a known type finds what that type finds, under the new name", async () => {
    const [known] = [...new Set(corpus.flatMap(({ entities }) => entities.map(({ label }) => label)))].sort();
    const types = parseTypeDescriptions({ Novel: { keyword: known!.toLowerCase() } }, "test");
    const plain = await Tagger.load(model, quietSession);
    const other = await taggerForTypes(model, types, { ...quietSession, keep: false });
    expect(other.labels.labels).toEqual(["Novel"]);
    const nested = { decode: { mode: "nested" } } as const;
    const [before, after] = [
      await plain.tagSentences(corpus, nested),
      await other.tagSentences(corpus, nested),
    ];
    const bounds = (all: typeof before, label: string) =>
      all.map((own) =>
        own.filter((entity) => entity.label === label).map(({ start, end }) => `${start}-${end}`),
      );
    expect(bounds(after, "Novel")).toEqual(bounds(before, known!));
    expect(bounds(after, "Novel").flat().length).toBeGreaterThan(0);
    await plain.dispose();
    await other.dispose();
  });

  test("stand beside the old ones, whose entities stay as they were, and can be saved", async () => {
    const types = parseTypeDescriptions({ Aardvark: "a very different thing" }, "test");
    const made = await modelForTypes(model, types, quietSession);
    const dir = join(folder, "more");
    await saveModelFolder(dir, made);
    expect(JSON.parse(await readFile(join(dir, "labels.json"), "utf8"))).toContain("Aardvark");
    const [plain, more] = [await Tagger.load(model, quietSession), await Tagger.load(dir, quietSession)];
    const nested = { decode: { mode: "nested" } } as const;
    const [before, after] = [
      await plain.tagSentences(corpus, nested),
      await more.tagSentences(corpus, nested),
    ];
    expect(after.map((own) => own.filter(({ label }) => label !== "Aardvark"))).toEqual(before);
    // The new folder can be given yet other types.
    const third = await taggerForTypes(
      dir,
      parseTypeDescriptions({ Zebra: "stripes" }, "test"),
      quietSession,
    );
    expect(third.labels.labels).toEqual([...more.labels.labels, "Zebra"].sort());
    for (const tagger of [plain, more, third]) await tagger.dispose();
  });

  test("says why a model cannot have them", async () => {
    const types = parseTypeDescriptions({ Novel: "new" }, "test");
    const atomic = await save("atomic", { types: { source: "atomic" } }, 0);
    await expect(modelForTypes(atomic, types)).rejects.toThrow(/reads no descriptions/);
    const learned = await save("learned", { threshold: "learned" }, 0);
    await expect(modelForTypes(learned, types)).rejects.toThrow(/no thresholds/);
    const task = tinyTask([sentence("Ada met Bob", [[0, 1, "PER"]])]);
    const spans = learn("uniform", task);
    const dir = join(folder, "spans");
    await saveModelFolder(dir, { ...task, model: spans.model, config: {} });
    await expect(modelForTypes(dir, types)).rejects.toThrow(/does not compare text with types/);
    await spans.dispose();
  });
});
