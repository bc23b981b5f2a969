import { expect, test } from "vitest";
import { sentence } from "../../../test/support/models/tiny-task.ts";
import { type Entity, type Span, spanKey } from "../../data/index.ts";
import { labelSet } from "../../models/index.ts";
import { Random } from "../../random.ts";
import { spanCorpus } from "./corpus.ts";
import { hiddenMetrics } from "./hidden-metrics.ts";

const labels = labelSet(["LOC", "PER"]);
const hidden = (...spans: readonly (readonly [number, number])[]): Entity[] =>
  spans.map(([start, end]) => ({ start, end, label: "PER" }));
const sentences = [
  sentence("a b c d", [[0, 1, "PER"]], { completeness: "partial", hidden: hidden([1, 3], [3, 4]) }),
  sentence("e f", [], { completeness: "partial", hidden: [] }),
  sentence("g h i j k", [[4, 5, "LOC"]], { completeness: "partial", hidden: hidden([0, 4], [2, 3]) }),
  sentence("l m"),
];
const corpus = spanCorpus(sentences, labels, 3);
const at = { stage: 0, epoch: 1, epochs: 4 };

/** Some distribution for each span of each sentence, made from its bounds alone. */
function distribution(number: number, { start, end }: Span): number[] {
  const raw = [1 + number, 0.5 + start, 0.25 + end].map((x) => Math.exp(Math.sin(7 * x)));
  const total = raw.reduce((a, b) => a + b);
  return raw.map((x) => x / total);
}

const drawnAt: { batch: readonly number[]; epoch: number; state: readonly number[] }[] = [];

function metrics(given = sentences) {
  return hiddenMetrics({
    task: { sentences: given, labels, seed: 3 },
    corpus,
    async draw(batch, place) {
      drawnAt.push({ batch, epoch: place.epoch, state: place.random.state() });
      return batch.map((i) => [0, 2].map((c) => corpus.candidates(i).at(c)));
    },
    probabilities: async (batch) =>
      batch.map((i) => {
        const candidates = corpus.candidates(i);
        const rows = Array.from({ length: candidates.count }, (_, c) => distribution(i, candidates.at(c)));
        return Float32Array.from(rows.flat());
      }),
  });
}

test("missampling is the share of the epoch's negatives that are masked entities, over all its batches", async () => {
  const watched = metrics();
  watched.count(
    [0, 1],
    [
      [
        { start: 1, end: 3 },
        { start: 1, end: 2 },
        { start: 3, end: 4 },
      ],
      [{ start: 0, end: 1 }],
    ],
  );
  // [0, 1) is masked nowhere but would be in sentence 0 under another number.
  watched.count([3, 2], [[{ start: 0, end: 1 }], [{ start: 2, end: 3 }]]);
  expect(watched.counts()).toEqual({ negatives: 6, missampled: 3 });
  expect((await watched.endEpoch(at)).missampling).toBe(0.5);
  // The next epoch starts anew.
  expect(watched.counts()).toEqual({ negatives: 0, missampled: 0 });
  expect((await watched.endEpoch(at)).missampling).toBe(0);
});

test("counts survive a checkpoint", async () => {
  const [watched, resumed] = [metrics(), metrics()];
  watched.count(
    [0],
    [
      [
        { start: 1, end: 3 },
        { start: 0, end: 2 },
      ],
    ],
  );
  resumed.resume(JSON.parse(JSON.stringify(watched.counts())));
  for (const one of [watched, resumed])
    one.count(
      [2],
      [
        [
          { start: 1, end: 2 },
          { start: 1, end: 3 },
        ],
      ],
    );
  expect(resumed.counts()).toEqual({ negatives: 4, missampled: 1 });
  expect(await resumed.endEpoch(at)).toEqual(await watched.endEpoch(at));
  resumed.resume({});
  expect(resumed.counts()).toEqual({ negatives: 0, missampled: 0 });
});

test("the mean P(O) of masked entities and the mean entropy of what is drawn are those of brute force", async () => {
  const { hiddenNonEntity, drawnEntropy } = await metrics().endEpoch(at);
  // Of the masked entities, [0, 4) of sentence 2 is wider than 3 words.
  const found: readonly (readonly [number, Span])[] = [
    [0, { start: 1, end: 3 }],
    [0, { start: 3, end: 4 }],
    [2, { start: 2, end: 3 }],
  ];
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  expect(hiddenNonEntity).toBeCloseTo(mean(found.map(([i, span]) => distribution(i, span)[0]!)), 6);
  // Only sentences with masked entities are looked at; candidates 0 and 2 are drawn in each.
  const drawn = [0, 2].flatMap((i) => [0, 2].map((c) => distribution(i, corpus.candidates(i).at(c))));
  expect(spanKey(corpus.candidates(0).at(0))).toBe("0:2");
  expect(drawnEntropy).toBeCloseTo(
    mean(drawn.map((z) => -z.reduce((sum, p) => sum + p * Math.log(p), 0))),
    6,
  );
});

test("the mean probability of an entity, for masked ones and for spans of one word more or less", async () => {
  const { hiddenNonEntity, hiddenEntity, boundaryEntity } = await metrics().endEpoch(at);
  expect(hiddenEntity).toBeCloseTo(1 - hiddenNonEntity!, 12);
  // Around [0, 1), [1, 3) and [3, 4) of the first sentence; around [4, 5), [0, 4) and [2, 3) of the third, at most 3 words.
  const around: readonly (readonly [number, readonly (readonly [number, number])[]])[] = [
    [
      0,
      [
        [0, 2],
        [0, 3],
        [2, 3],
        [1, 2],
        [1, 4],
        [2, 4],
      ],
    ],
    [
      2,
      [
        [3, 5],
        [1, 4],
        [0, 3],
        [1, 3],
        [2, 4],
      ],
    ],
  ];
  const chances = around.flatMap(([i, spans]) =>
    spans.map(([start, end]) => 1 - distribution(i, { start, end })[0]!),
  );
  expect(boundaryEntity).toBeCloseTo(chances.reduce((a, b) => a + b, 0) / 11, 6);
});

test("what is drawn to look at depends on seed and epoch alone", async () => {
  const watched = metrics();
  const measured = async (epoch: number) => {
    drawnAt.length = 0;
    await watched.endEpoch({ stage: 0, epoch, epochs: 4 });
    return drawnAt.map(({ batch, epoch: seen, state }) => [batch.toSorted(), seen, state] as const);
  };
  const [first] = await measured(1);
  expect(first![0]).toEqual([0, 2]);
  expect(first![1]).toBe(1);
  expect(first![2]).toEqual(new Random(3).fork("diagnosed in epoch 1").state());
  expect(await measured(1)).toEqual([first]);
  expect((await measured(2))[0]![2]).not.toEqual(first![2]);
});

test("without masked entities nothing is said, and nothing is looked at", async () => {
  drawnAt.length = 0;
  const watched = metrics([sentences[3]!, sentences[1]!, sentences[3]!, sentences[3]!]);
  watched.count([0], [[{ start: 0, end: 1 }]]);
  expect(watched.counts()).toEqual({ negatives: 0, missampled: 0 });
  expect(await watched.endEpoch(at)).toEqual({});
  expect(drawnAt).toEqual([]);
});
