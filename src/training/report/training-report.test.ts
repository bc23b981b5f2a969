import { parseHTML } from "linkedom";
import { describe, expect, test } from "vitest";
import type { Evaluated, Started, Stepped, TrainEvent } from "../loop/events.ts";
import { groupMeans } from "./curves.ts";
import { runHistory, secondsSpent, wordsPerSecond } from "./run.ts";
import { story, watchedScore } from "./story.ts";
import { trainingReport } from "./training-report.ts";

const started: Started = {
  kind: "started",
  method: "weighted",
  encoder: "cnn",
  sentences: 1200,
  words: 20_000,
  entities: 900,
  labels: ["LOC", "PER"],
  parameters: { trainable: 123_456, all: 223_456 },
  notices: ["3 entities are longer than 10 words and are not learnt"],
  resumedAt: 0,
};
const step = (number: number, loss = 1 / number, epoch = Math.ceil(number / 4)): Stepped => ({
  kind: "step",
  step: number,
  epoch,
  loss,
  words: 100,
  milliseconds: 50,
});
const evaluated = (epoch: number, f1: number, more: Partial<Evaluated> = {}): Evaluated => ({
  kind: "evaluated",
  step: epoch * 4,
  epoch,
  loss: 1 / epoch,
  dev: { precision: f1 + 2, recall: f1 - 2, f1, macroF1: f1 - 1 },
  metrics: { missampling: 0.012 / epoch, hiddenNonEntity: 0.9 / epoch, drawnEntropy: 0.5, oddity: epoch },
  best: false,
  wordsPerSecond: 2000,
  seconds: epoch * 10,
  ...more,
});
const small: readonly TrainEvent[] = [
  started,
  { kind: "planned", steps: 40, epochs: 10, stepsPerEpoch: 4, by: "epochs" },
  ...[1, 2, 3, 4].map((number) => step(number)),
  evaluated(1, 40, { best: true }),
  { kind: "saved", step: 4 },
  ...[5, 6, 7, 8].map((number) => step(number)),
  evaluated(2, 60.126, { best: true }),
  ...[9, 10, 11, 12].map((number) => step(number)),
  evaluated(3, 55),
  { kind: "stopped", reason: "patience", step: 12, bestEpoch: 2, seconds: 200 },
];
/** The same with a method that fits something on dev at its end, so that the kept weights score better than their epoch. */
const rates = { precision: 64.1, recall: 60.976, f1: 62.5 };
const fitted: readonly TrainEvent[] = [
  ...small.slice(0, -1),
  {
    kind: "stopped",
    reason: "patience",
    step: 12,
    bestEpoch: 2,
    seconds: 200,
    dev: {
      mode: "exact",
      sentences: 10,
      micro: { ...rates, correct: 25, predicted: 39, gold: 41 },
      macro: rates,
      perType: [],
      ignored: 0,
    },
    corrections: [["no name", -0.5]],
  },
];
const config = {
  method: "weighted",
  train: ["a.conll:partial"],
  encoder: { kind: "cnn", width: 96 },
  stopping: { score: "f1", patience: 1 },
  maxMinutes: null,
};
const parsed = (source: string) => parseHTML(source).document;
const text = (source: string, selector: string) =>
  [...parsed(source).querySelectorAll(selector)].map((found) => found.textContent);

describe("trainingReport", () => {
  test("a small report is, to the byte, the golden file (mend it with vitest -u, and look at it)", async () => {
    const report = trainingReport({
      config,
      events: small,
      perType: [
        {
          label: "LOC",
          precision: 50,
          recall: 100,
          f1: 66.666,
          gold: 1,
          predicted: 2,
          correct: 1,
          ignored: 0,
        },
        { label: "__proto__", precision: 0, recall: 0, f1: 0, gold: 3, predicted: 0, correct: 0, ignored: 0 },
      ],
    });
    await expect(report).toMatchFileSnapshot("../../../test/fixtures/report/training-report.html");
  });

  test("says at once how good, with what, on what, how long and how fast", () => {
    const report = trainingReport({ config, events: small, title: "My model" });
    expect(text(report, "h1")).toEqual(["My model"]);
    expect(text(report, ".facts > div")).toEqual([
      "Dev F160.13epoch 2",
      "Methodweighted",
      "Encodercnn123,456 of 223,456 parameters trainable",
      "Training data1,200 sentences20,000 words, 900 labelled entities, 2 labels",
      "Epochs3of 10 planned",
      "Time3 min 20 s",
      // 12 steps of 100 words in 50 ms each.
      "Speed2,000 words/s",
    ]);
    expect(text(report, ".notes li")).toEqual(started.notices);
  });

  test("the dev score is that of the model as it is saved, in the head, the story and the chart", () => {
    const report = trainingReport({ config, events: fitted });
    expect(text(report, ".facts > div")[0]).toBe("Dev F162.50epoch 2, after the fit on dev; 60.13 before");
    expect(text(report, "circle title")).toContain("F1\nthe model as saved, after the fit on dev: 62.50 %");
    // Where nothing was fitted, the model is its epoch.
    const plain = trainingReport({ config, events: small });
    expect(text(plain, "circle title").join()).not.toContain("as saved");
  });

  test("explains the measurements it knows, in percent where they are shares, and shows others by their name", () => {
    const report = trainingReport({ config, events: small });
    const measured = text(report, "figure h3");
    expect(measured).toEqual([
      "Dev scores",
      "Loss",
      "Missampling",
      "Hidden entities taken for nothing",
      "How undecided the model is about what is drawn",
      "oddity",
      "Speed",
    ]);
    expect(text(report, "circle title")).toContain("Missampling\nepoch 1: 1.2 %");
    expect(text(report, "circle title")).toContain("oddity\nepoch 3: 3");
  });

  test("O-values of hidden and of other words are two curves of one figure", () => {
    const report = trainingReport({
      config,
      events: [1, 2].map((epoch) =>
        evaluated(epoch, 50, { metrics: { oValueHidden: -0.5 * epoch, oValueOutside: 2 * epoch } }),
      ),
    });
    expect(text(report, "figure h3")).toEqual([
      "Dev scores",
      "Loss",
      "How much speaks for “outside of entities”",
      "Speed",
    ]);
    const points = text(report, "circle title");
    expect(points).toContain("in hidden entities\nepoch 2: −1");
    expect(points).toContain("truly outside\nepoch 2: 4");
  });

  test("what a stage decided is said where it never changes, and drawn where it does", () => {
    const removed = (removedPrecision: number, triedRemove: number) => ({
      removedPrecision,
      removedRecall: 0.25,
      triedExplore: 2,
      triedRemove,
      triedSpans: 0.1,
    });
    const reportOf = (second: object) =>
      trainingReport({
        config,
        events: [
          evaluated(1, 50, { metrics: removed(0.9, 0.1 / 32) }),
          evaluated(2, 50, { metrics: { ...removed(0.9, 0.1 / 32), ...second } }),
        ],
      });
    const same = reportOf({});
    expect(text(same, "figure .facts > div")).toEqual([
      "precision90 %",
      "recall25 %",
      "epochs (n)2",
      "words left out (λ)0.3125 %",
      "spans for a word (γ)10 %",
    ]);
    expect(text(same, "circle title")).not.toContain("precision\nepoch 1: 90 %");
    // Another trial removes other words: curves again, but for n, which is still the same.
    const other = reportOf({ removedPrecision: 0.8, triedRemove: 0.05 });
    expect(text(other, "figure .facts > div")).toEqual(["epochs (n)2"]);
    const points = text(other, "circle title");
    expect(points).toContain("precision\nepoch 2: 80 %");
    expect(points).toContain("recall\nepoch 2: 25 %");
    expect(points).toContain("words left out (λ)\nepoch 2: 5 %");
  });

  test("marks the kept epoch in the curve and in the table", () => {
    const report = trainingReport({ config, events: small });
    expect(text(report, "svg text")).toContain("kept: epoch 2");
    expect(text(report, "tr.marked th")).toEqual(["2"]);
  });

  test("shows the whole config, keys written as --set takes them", () => {
    const rows = [
      ...parsed(trainingReport({ config, events: small })).querySelectorAll("[aria-label=config] tbody tr"),
    ];
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ["method", "weighted"],
      ["train", '["a.conll:partial"]'],
      ["encoder.kind", "cnn"],
      ["encoder.width", "96"],
      ["stopping.score", "f1"],
      ["stopping.patience", "1"],
      ["maxMinutes", "null"],
    ]);
  });

  test("names, notices and labels that are markup are shown, not obeyed", () => {
    const hostile = `</script><img src=x onerror="alert(1)">\u2028`;
    const metrics = JSON.parse(`{"__proto__": 0.5, "constructor": 1, ${JSON.stringify(hostile)}: 2}`);
    const report = trainingReport({
      title: hostile,
      config: JSON.parse(`{"__proto__": 1, ${JSON.stringify(hostile)}: ${JSON.stringify(hostile)}}`),
      events: [
        { ...started, method: hostile, encoder: hostile, labels: ["__proto__", hostile], notices: [hostile] },
        evaluated(1, 50, { metrics, best: true }),
      ],
      perType: [
        { label: hostile, precision: 0, recall: 0, f1: 0, gold: 0, predicted: 0, correct: 0, ignored: 0 },
      ],
    });
    const document = parsed(report);
    expect(document.querySelectorAll("img").length).toBe(0);
    expect(document.querySelectorAll("script").length).toBe(1);
    expect(text(report, ".notes li")).toEqual([hostile]);
    expect(text(report, "figure h3")).toEqual([
      "Dev scores",
      "Loss",
      "__proto__",
      "constructor",
      hostile,
      "Speed",
    ]);
    expect(text(report, "[aria-label=config] tbody th")).toEqual(["__proto__", hostile]);
    expect(JSON.parse(document.querySelector("#data")!.textContent!).started.notices).toEqual([hostile]);
    // Text of others stands in the page as text only: no raw U+2028 in what a script may copy.
    expect(document.querySelector("#data")!.textContent).not.toContain("\u2028");
  });

  test("20,000 steps make a page below 200 kB with no more than 400 points a curve", () => {
    const events: TrainEvent[] = [
      started,
      { kind: "planned", steps: 20_000, epochs: 50, stepsPerEpoch: 400, by: "minutes" },
    ];
    for (let number = 1; number <= 20_000; number++) {
      events.push(step(number, 2 / Math.sqrt(number), Math.ceil(number / 400)));
      if (number % 400 === 0)
        events.push(evaluated(number / 400, 80 - 1000 / number, { step: number, best: true }));
    }
    const report = trainingReport({ config, events });
    expect(Buffer.byteLength(report)).toBeLessThan(200_000);
    for (const path of parsed(report).querySelectorAll("figure path")) {
      expect(path.getAttribute("d")!.split("L").length).toBeLessThanOrEqual(400);
    }
    expect(text(report, "svg title")).toContain("mean of 100 steps");
  });

  test("a log without anything, or with numbers that were none, still makes a page", () => {
    const nothing = trainingReport({ config: {}, events: [] });
    expect(text(nothing, "section p")[0]).toBe(
      "Training has not done its first step yet. No epoch has been finished, so there are no weights to keep yet.",
    );
    const lost = JSON.parse(
      JSON.stringify([
        started,
        step(1, Number.NaN),
        step(2, 1),
        evaluated(1, 0, { loss: Number.NaN, wordsPerSecond: Number.POSITIVE_INFINITY }),
      ]),
    );
    const report = trainingReport({ config: {}, events: lost });
    expect(report.replace(/<script[\s\S]*/, "")).not.toMatch(/NaN|Infinity|undefined|null/);
  });
});

describe("early stages", () => {
  const early = [
    { name: "exploring", steps: 4, epochs: 1 },
    { name: "trial", steps: 4, epochs: 1 },
  ];
  const { dev: _, ...unscored } = evaluated(1, 0);
  const staged: TrainEvent[] = [
    started,
    { kind: "planned", steps: 16, epochs: 4, stepsPerEpoch: 4, by: "epochs", early },
    ...[1, 2, 3, 4].map((number) => ({ ...step(number, 7), stage: "exploring" })),
    { ...unscored, stage: "exploring", loss: 7, metrics: { oValue: 0.5 } },
    ...[5, 6, 7, 8].map((number) => ({ ...step(number, 6), stage: "trial" })),
    { ...evaluated(2, 90), stage: "trial", loss: 6, metrics: {} },
    ...[9, 10, 11, 12].map((number) => step(number, 2)),
    evaluated(3, 40, { best: true }),
    { kind: "stopped", reason: "asked", step: 12, bestEpoch: 3, seconds: 200 },
  ];

  test("have a section of their own, and are no part of the main curves", () => {
    const report = trainingReport({ config, events: staged });
    expect(text(report, "h2")).toEqual([
      "To know",
      "Curves",
      "What the method measured",
      "Early stages",
      "Details",
    ]);
    const rows = [...parsed(report).querySelectorAll("[aria-label='early stages'] tbody tr")];
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ["exploring", "1", "7.0000", ""],
      ["trial", "1", "6.0000", "90.00"],
    ]);
    const points = text(report, "circle title");
    expect(points).toContain("mean of the epoch\nepoch 1: 7");
    // One dev score of the main stage, three curves; the trial's 90 is in tables only.
    expect(points.filter((title) => title!.startsWith("F1\n"))).toEqual(["F1\nepoch 3: 40.00 %"]);
    expect(text(report, "svg text")).toContain("exploring");
    expect(points).toContain("oValue\nepoch 1: 0.5");
    const stages = [...parsed(report).querySelectorAll("[aria-label='numbers of each epoch'] tbody tr")];
    expect(stages.map((row) => row.children[1]!.textContent)).toEqual(["exploring", "trial", "main"]);
  });

  test("the loss of the main stage stands at its own epochs", () => {
    const report = trainingReport({ config, events: staged });
    // Steps 9 to 12 are the third epoch.
    expect(text(report, "circle title")).toContain("each step\naround step 9: 2");
    expect(report).toContain('aria-label="Training loss over 1 epochs');
  });

  test("are told of, and their epochs are never the ones kept", () => {
    expect(story(runHistory(staged), "F1")).toContain(
      "The first 2 epochs are for finding out (exploring, trial): none of them gives the model that is kept. Training was stopped by hand after 3 of 4 epochs",
    );
    const cut: TrainEvent[] = [
      ...staged.slice(0, 12),
      { kind: "stopped", reason: "asked", step: 8, bestEpoch: 2, seconds: 1 },
    ];
    expect(story(runHistory(cut), "F1")).toContain("No epoch has been finished, so there are no weights");
  });

  test("what dev had added to scores is told", () => {
    const told = (corrections: [string, number][]) =>
      story(
        runHistory([
          ...staged,
          { kind: "stopped", reason: "epochs", step: 16, bestEpoch: 3, seconds: 1, corrections },
        ]),
        "F1",
      );
    expect(
      told([
        ["no name", -0.75],
        ["PER", 0],
        ["LOC", 1],
      ]),
    ).toContain("in a regular way, by adding to its scores: −0.75 for no name, +1.00 for LOC.");
    expect(told([["no name", 0]])).toContain("Nothing had to be added");
    expect(told([])).not.toContain("a regular way");
  });
});

describe("runHistory", () => {
  test("a resumed run takes back what came after its checkpoint, and the later of two reports holds", () => {
    const run = runHistory([
      started,
      step(1, 10),
      step(2, 20),
      step(3, 30),
      step(4, 40),
      evaluated(1, 50, { step: 4 }),
      { kind: "stopped", reason: "asked", step: 4, bestEpoch: 1, seconds: 9 },
      { ...started, resumedAt: 2 },
      step(3, 31),
    ]);
    expect(run.steps.map(({ step, loss }) => [step, loss])).toEqual([
      [1, 10],
      [2, 20],
      [3, 31],
    ]);
    expect(run.epochs).toEqual([]);
    expect(run.stopped).toBeUndefined();
    expect(run.resumed).toBe(1);
    const twice = runHistory([step(2, 5), step(1, 4), step(2, 6), evaluated(1, 50), evaluated(1, 51)]);
    expect(twice.steps.map(({ loss }) => loss)).toEqual([4, 6]);
    expect(twice.epochs.map(({ dev }) => dev!.f1)).toEqual([51]);
  });

  test("a run that starts anew forgets the one before", () => {
    const run = runHistory([...small, started, step(1, 7)]);
    expect(run.steps.map(({ loss }) => loss)).toEqual([7]);
    expect(run.planned).toBeUndefined();
    expect(run.resumed).toBe(0);
  });

  test("time and speed", () => {
    expect(secondsSpent(runHistory(small))).toBe(200);
    expect(secondsSpent(runHistory(small.slice(0, -1)))).toBe(30);
    // Two steps of 50 ms.
    expect(secondsSpent(runHistory([step(1), step(2)]))).toBeCloseTo(0.1, 12);
    expect(wordsPerSecond(runHistory([]))).toBeUndefined();
  });
});

test("groupMeans: the mean step and the mean loss of each group; the last may be smaller", () => {
  const steps = [4, 8, 1, 2, 6].map((loss, i) => step(i + 1, loss));
  expect(groupMeans(steps, 2)).toEqual([
    { x: 1.5, y: 6 },
    { x: 3.5, y: 1.5 },
    { x: 5, y: 6 },
  ]);
  expect(groupMeans([], 0)).toEqual([]);
});

describe("story", () => {
  const tell = (events: readonly TrainEvent[]) => story(runHistory(events), "F1");
  const until = (reason: "epochs" | "minutes" | "asked"): readonly TrainEvent[] => [
    ...small.slice(0, -1),
    { kind: "stopped", reason, step: 12, bestEpoch: 2, seconds: 200 },
  ];
  const best =
    "The weights kept are those of epoch 2, the best on the dev sentences: F1 60.13 (precision 62.13, recall 58.13).";

  test.each([
    [
      "patience",
      small,
      `Training stopped early after 3 of 10 epochs, because F1 on the dev sentences had not risen for 1 epoch. ${best}`,
    ],
    ["epochs", until("epochs"), `Training ran to its end: 3 epochs, 12 steps. ${best}`],
    [
      "minutes",
      until("minutes"),
      `Training ran until the time it was given was used up: 3 of 10 epochs, 12 steps. ${best}`,
    ],
    [
      "asked",
      until("asked"),
      `Training was stopped by hand after 3 of 10 epochs (step 12); with --resume it would go on from there. ${best}`,
    ],
    [
      "killed",
      small.slice(0, -1),
      `Training has not ended: the last that is known of it is step 12 of 40, after 3 of 10 epochs. ${best}`,
    ],
  ])("%s", (_, events, told) => {
    expect(tell(events)).toBe(told);
  });

  test("without dev sentences", () => {
    const { dev, ...blind } = evaluated(1, 50, { best: true });
    expect(tell([blind])).toContain(
      "There were no dev sentences to choose by, so the weights kept are those of epoch 1.",
    );
  });

  test("what the fit on dev made of the kept weights", () => {
    expect(tell(fitted)).toContain(
      `${best} Then the dev sentences set right what labels get wrong in a regular way, by adding to its scores: −0.50 for no name. On the dev sentences that made F1 62.50 of it (precision 64.10, recall 60.98).`,
    );
  });

  test("another score is named", () => {
    expect(watchedScore({ stopping: { score: "macro-f1" } })).toBe("macro F1");
    expect(watchedScore({})).toBe("F1");
    expect(story(runHistory(small), "macro F1")).toContain(
      "the best by macro F1 on the dev sentences: F1 60.13",
    );
  });
});

test("warnings stand before the notes, and a report of a model names no path of this machine", () => {
  const planned = {
    kind: "planned",
    steps: 3,
    epochs: 1,
    stepsPerEpoch: 4,
    by: "minutes",
    warning: "only 3 steps",
  } as const;
  const stopped = {
    kind: "stopped",
    reason: "minutes",
    step: 3,
    bestEpoch: 1,
    seconds: 9,
    warning: "of no use",
  } as const;
  const events = [started, planned, evaluated(1, 4, { best: true }), stopped];
  const from = { model: "/home/ann/models/news", sha256: "ab".repeat(32) };
  const page = trainingReport({ config: { from }, events });
  const { document } = parseHTML(page);
  const notes = [...document.querySelectorAll(".notes li")].map((item) => item.textContent);
  expect(notes).toEqual(["only 3 steps", "of no use", ...started.notices]);
  expect(page).not.toContain("/home/ann");
  expect(page).toContain("ab".repeat(32));
});

test("words that were left out are listed with a piece of their sentence, escaped", () => {
  const phrase = {
    text: "<b>Leeds",
    times: 3,
    value: -1.234,
    before: "we met in",
    after: "at noon",
    hidden: 0.5,
  };
  const leftOut = { words: 12, of: 480, phrases: [phrase], phrasesInAll: 7 };
  const events = small.map((event) => (event.kind === "stopped" ? { ...event, leftOut } : event));
  const { document } = parseHTML(trainingReport({ config: {}, events }));
  const heading = [...document.querySelectorAll("h2")].find(
    ({ textContent }) => textContent === "Words left out",
  );
  const text = heading!.parentElement!.textContent.replace(/\s+/g, " ");
  expect(text).toContain("12 of 480 unlabelled words (2.50 %)");
  expect(text).toContain("we met in <b>Leeds at noon");
  expect(text).toContain("1 of 7 phrases");
  const cells = [...heading!.parentElement!.querySelectorAll("tbody td")].map(
    ({ textContent }) => textContent,
  );
  expect(cells).toEqual(["we met in <b>Leeds at noon", "3", "−1.23", "50 %"]);
  expect(trainingReport({ config: {}, events: small })).not.toContain("Words left out");
});
