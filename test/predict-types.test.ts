import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { saveModelFolder } from "../src/tagging/index.ts";
import { lacuna } from "./support/lacuna-command.ts";
import { meetingCorpus } from "./support/meeting-corpus.ts";
import { learn, tinyTask } from "./support/models/tiny-task.ts";

const folder = mkdtempSync(join(tmpdir(), "lacuna-predict-types-"));
const at = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(async () => {
  for (const method of ["binder", "uniform"]) {
    const task = tinyTask(meetingCorpus(12));
    const learner = learn(method, task);
    learner.graph.build({ parameters: task.parameters, training: true });
    await learner.fit?.refresh("all", { stage: 0, epoch: 0, epochs: 1 });
    await saveModelFolder(at(method), { ...task, model: learner.model, config: { method } });
    await learner.dispose();
  }
  writeFileSync(at("types.json"), '{ "Animal": "a beast of the field" }');
  writeFileSync(at("in.txt"), "Ada met Bob Hill in Bath. They saw a horse and a cow in New York.\n");
});

function labelsFound(args: readonly string[]): Set<string> {
  const { code, stdout, stderr } = lacuna([
    "predict",
    "--nested",
    "--threads",
    "1",
    "--in",
    at("in.txt"),
    ...args,
  ]);
  expect(stderr + code).toMatch(/0$/);
  const sentences = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { entities: { label: string }[] });
  return new Set(sentences.flatMap(({ entities }) => entities.map(({ label }) => label)));
}

test("predict looks for further types that a file describes", () => {
  // Nothing was trained, so a good part of all spans is above the threshold of any type.
  expect([...labelsFound(["--model", at("binder")])]).not.toContain("Animal");
  expect([...labelsFound(["--model", at("binder"), "--types", at("types.json")])]).toContain("Animal");
});

test("says which models cannot, and what is wrong with the file", () => {
  const run = (...args: string[]) => lacuna(["predict", "--in", at("in.txt"), ...args]);
  const spans = run("--model", at("uniform"), "--types", at("types.json"));
  expect(spans.code).toBe(2);
  expect(spans.stderr).toContain("cannot be given new entity types");
  const missing = run("--model", at("binder"), "--types", at("none.json"));
  expect(missing.code).toBe(2);
  expect(missing.stderr).toContain("none.json");
});
