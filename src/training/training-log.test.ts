import { appendFile, mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TrainEvent } from "./loop/events.ts";
import { readTrainingLog, TrainingLog } from "./training-log.ts";

let root: string;
let files = 0;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "lacuna-log-"));
});
afterAll(() => rm(root, { recursive: true }));
const fresh = () => join(root, `log-${files++}.jsonl`);

const step = (number: number): TrainEvent => ({
  kind: "step",
  step: number,
  epoch: Math.ceil(number / 3),
  loss: 1 / number,
  words: 7,
  milliseconds: 2,
});
const evaluated = (number: number): TrainEvent => ({
  kind: "evaluated",
  step: number,
  epoch: number / 3,
  loss: 0.5,
  metrics: {},
  best: true,
  wordsPerSecond: 1,
  seconds: 2,
});
const planned: TrainEvent = { kind: "planned", steps: 6, epochs: 2, stepsPerEpoch: 3, by: "epochs" };
const stopped: TrainEvent = { kind: "stopped", reason: "asked", step: 5, bestEpoch: 1, seconds: 3 };
const history = [
  planned,
  step(1),
  step(2),
  step(3),
  evaluated(3),
  { kind: "saved", step: 3 } as const,
  step(4),
  step(5),
  stopped,
];

async function written(events: readonly TrainEvent[] = history): Promise<string> {
  const path = fresh();
  const log = new TrainingLog(path);
  await log.open(undefined);
  for (const event of events) log.add(event);
  await log.close();
  return path;
}

test("what was added is read back, one event a line", async () => {
  const path = await written();
  expect(await readTrainingLog(path)).toEqual(history);
  const text = await readFile(path, "utf8");
  expect(
    text
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line)),
  ).toEqual(history);
  expect(await readTrainingLog(join(root, "none.jsonl"))).toEqual([]);
});

test("nothing is on the disk before a flush, everything after it, in order", async () => {
  const path = fresh();
  const log = new TrainingLog(path);
  await log.open(undefined);
  log.add(step(1));
  expect(await readTrainingLog(path)).toEqual([]);
  await log.flush();
  expect(await readTrainingLog(path)).toEqual([step(1)]);
  log.add(step(2));
  log.add(step(3));
  await log.flush();
  await log.flush();
  expect(await readTrainingLog(path)).toEqual([step(1), step(2), step(3)]);
  await log.close();
});

test("a new run begins a new log", async () => {
  const path = await written();
  const log = new TrainingLog(path);
  await log.open(undefined);
  log.add(step(1));
  await log.close();
  expect(await readTrainingLog(path)).toEqual([step(1)]);
});

test.each([
  [0, []],
  [2, [step(1), step(2)]],
  [3, [step(1), step(2), step(3), evaluated(3), { kind: "saved", step: 3 }]],
  [5, [step(1), step(2), step(3), evaluated(3), { kind: "saved", step: 3 }, step(4), step(5)]],
] as const)("a run resumed at step %i keeps what was up to there, and goes on", async (upTo, kept) => {
  const path = await written();
  const log = new TrainingLog(path);
  await log.open(upTo);
  expect(await readTrainingLog(path)).toEqual(kept);
  log.add(planned);
  log.add(step(upTo + 1));
  await log.close();
  expect(await readTrainingLog(path)).toEqual([...kept, planned, step(upTo + 1)]);
});

test("a line that a kill cut short, at any byte, is passed over", async () => {
  const path = await written([step(1), step(2)]);
  const whole = await readFile(path);
  const first = whole.indexOf("\n") + 1;
  for (let length = first; length < whole.length - 1; length += 5) {
    await writeFile(path, whole);
    await truncate(path, length);
    expect(await readTrainingLog(path)).toEqual([step(1)]);
  }
  // Opened again, the piece is gone, and the next line does not run into it.
  const log = new TrainingLog(path);
  await log.open(2);
  log.add(step(2));
  await log.close();
  expect(await readTrainingLog(path)).toEqual([step(1), step(2)]);
  await appendFile(path, '{"kind":"st');
  expect(await readTrainingLog(path)).toEqual([step(1), step(2)]);
});
