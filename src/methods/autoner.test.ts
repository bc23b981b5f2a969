import { expect, test } from "vitest";
import { centralDifferences, expectClose } from "../../test/graph/check-case.ts";
import { learn, sentence, tinyTask } from "../../test/support/models/tiny-task.ts";
import { evaluate, gradient, input, mul, ParameterStore, reduceSum } from "../graph/index.ts";
import { breakScores, labelSet } from "../models/index.ts";
import { Random } from "../random.ts";
import { chunkTargets } from "./autoner/chunk-targets.ts";

const partial = { completeness: "partial" } as const;
const labels = labelSet(["LOC", "PER"]);
const targets = (given: ReturnType<typeof sentence>[], options: object = {}) =>
  chunkTargets(given, labels, { phrases: [], spare: true, ...options }, 3).map(
    ({ breaks, known, starts, ends, allowed }) => ({
      // Before each word but the first: a tie, a break, or unknown.
      gaps: [...breaks].map((y, i) => (known[i] === 0 ? "?" : y === 1 ? "|" : "-")).join(""),
      chunks: starts.map((start, i) => `${start}–${ends[i]} ${allowed[i]!.join("/")}`),
    }),
  );

test("words of an entity are tied, all others break, and phrases of unknown type say nothing", () => {
  const met = sentence("Ann Lee met Ann Lee in New York", [[0, 2, "PER"]], partial);
  const york = sentence("New York is big", [[0, 2, "LOC"]], partial);
  expect(targets([met, york])).toEqual([
    // "Ann Lee" and "New York" are labelled elsewhere: their gaps, and those beside them, are unknown.
    { gaps: "?-|?????", chunks: ["0–1 2", "2–2 0", "5–5 0"] },
    { gaps: "?-||", chunks: ["0–1 1", "2–2 0", "3–3 0"] },
  ]);
  // As the paper without phrases: every other word is no entity.
  expect(targets([met, york], { spare: false })[0]).toEqual({
    gaps: "?-||||||",
    chunks: ["0–1 2", "2–2 0", "3–3 0", "4–4 0", "5–5 0", "6–6 0", "7–7 0"],
  });
});

test("phrases may be given, words marked unknown, and complete sentences leave nothing open", () => {
  const given = sentence("Bob saw the red kite fly", [[0, 1, "PER"]], partial);
  expect(targets([given], { phrases: ["red kite"] })[0]).toEqual({
    gaps: "?||???",
    chunks: ["0–0 2", "1–1 0", "2–2 0", "5–5 0"],
  });
  expect(targets([{ ...given, unknown: [1] }])[0]).toEqual({
    // After an entity there is a break whatever comes.
    gaps: "?|?|||",
    chunks: ["0–0 2", "2–2 0", "3–3 0", "4–4 0", "5–5 0"],
  });
  const complete = sentence("Bob met Bob", [[0, 1, "PER"]]);
  expect(targets([complete, given])[0]!.chunks).toEqual(["0–0 2", "1–1 0", "2–2 0"]);
  // What is complete for PER may still hold a LOC.
  const listed = sentence("Bob left", [[0, 1, "PER"]], { completeness: { complete: ["PER"] } });
  expect(targets([listed])[0]!.chunks).toEqual(["0–0 2", "1–1 0/1"]);
});

test("the score of a break looks at the word before and the word itself", () => {
  const parameters = new ParameterStore({ seed: 1 });
  const words = input("words", ["words", 2]);
  const scores = breakScores({ parameters, training: true }, words);
  for (const { name, values } of parameters) {
    values.set(
      name.endsWith("bias")
        ? [name === "head.before.bias" ? 0.5 : 0.25]
        : name === "head.before.weight"
          ? [1, 2]
          : [3, 4],
    );
  }
  const weights = Object.fromEntries(
    [...parameters].map(({ name, values, shape }) => [name, { data: values, shape }]),
  );
  const feeds = { words: { data: Float32Array.of(1, 0, 0, 1, 2, 2), shape: [3, 2] }, ...weights };
  const got = [...evaluate([scores], feeds)[0]!.data];
  expect(got.slice(1)).toEqual([0.75 + 1 + 4, 0.75 + 2 + 14]);
  const loss = reduceSum(mul(scores, scores));
  const [slope] = evaluate(gradient(loss, [words]), feeds);
  expectClose(slope!.data, centralDifferences(loss, feeds, "words"), 1e-5, "words");
});

test("a batch is fed as its chunks and gaps, and a sentence of unknown words teaches nothing", async () => {
  const given = [
    sentence("Ada met Bob", [[0, 1, "PER"]], partial),
    sentence("Ada", [], partial),
    sentence("Bob left", [[0, 1, "PER"]]),
  ];
  const learner = learn("autoner", tinyTask(given));
  const at = { stage: 0, epoch: 0, epochs: 1, random: new Random(1) };
  const feeds = (await learner.graph.feed([0, 2], at))!;
  expect([...(feeds["breaks.known"]!.data as Float32Array)]).toEqual([0, 1, 0, 0, 1]);
  expect([...(feeds["spans.starts"]!.data as BigInt64Array)].map(Number)).toEqual([0, 1, 3, 4]);
  // None, PER: Bob is labelled elsewhere, so nothing is said of the first.
  expect([...(feeds["spans.allowed"]!.data as Uint8Array)]).toEqual([0, 1, 1, 0, 0, 1, 1, 0]);
  expect(await learner.graph.feed([1], at)).toBeUndefined();
  await learner.dispose();
});
