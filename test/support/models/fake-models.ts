import type { Page } from "playwright-core";
import { Random } from "../../../src/random.ts";
import type {
  MapPoint,
  Run,
  RunComparison,
  RunDetails,
  RunMistake,
  TagAnswer,
} from "../../../src/review/api.ts";

const labels = ["LOC", "ORG", "PER", "PRODUCT"];

const run = (id: number, kind: Run["kind"], f1: number): Run => ({
  id,
  name: kind === "before" ? "as audited" : `reviewed ${id}`,
  kind,
  status: "done",
  startedAt: "2026-03-01T12:00:00.000Z",
  endedAt: "2026-03-01T12:05:00.000Z",
  who: "ada",
  method: "weighted",
  encoder: "cnn",
  epochs: 12,
  reaudit: true,
  decisions: kind === "before" ? 0 : 214,
  f1,
  error: null,
});

export const fakeRuns = [run(2, "reviewed", 78.4), run(1, "before", 71.9)];

const mistakes: RunMistake[] = [
  {
    sentence: 4,
    tokens: ["Nobody", "at", "Harcourt", "&", "Lyle", "answered", "the", "phone", "."],
    kind: "boundary",
    gold: { start: 2, end: 5, label: "ORG" },
    predicted: { start: 2, end: 3, label: "ORG" },
  },
  {
    sentence: 9,
    tokens: ["Flights", "to", "Lima", "are", "delayed", "."],
    kind: "missed",
    gold: { start: 2, end: 3, label: "LOC" },
  },
  {
    sentence: 12,
    tokens: ["Ask", "Chelsea", "about", "it", "."],
    kind: "type",
    gold: { start: 1, end: 2, label: "PER" },
    predicted: { start: 1, end: 2, label: "ORG" },
  },
];

const details = (of: Run): RunDetails => ({
  ...of,
  config: { method: of.method },
  curves: {
    loss: Array.from({ length: 120 }, (_, i) => ({ x: i * 10, y: 0.12 + 2.2 * Math.exp(-i / 22) })),
    f1: Array.from({ length: 12 }, (_, i) => ({ x: i + 1, y: of.f1! * (1 - 0.6 * Math.exp(-i / 2.2)) })),
  },
  scores: { precision: of.f1! + 2.1, recall: of.f1! - 1.9, f1: of.f1! },
  macro: null,
  scoredOn: "test",
  types: labels.map((label, i) => ({
    label,
    precision: of.f1! + 4 - 2 * i,
    recall: of.f1! - 1 - i,
    f1: of.f1! + 1 - 1.5 * i,
    gold: 310 - 40 * i,
    predicted: 300,
    correct: 250,
    ignored: 0,
  })) as unknown as RunDetails["types"],
  errors: mistakes,
  errorCount: 3,
  audit:
    of.kind === "before"
      ? null
      : {
          suggestions: 160,
          appeared: 38,
          vanished: 217,
          kept: 122,
          missing: {
            before: { value: 1009, low: 912, high: 1106 },
            after: { value: 412, low: 350, high: 470 },
          },
          examples: {
            appeared: [
              {
                kind: "missed",
                start: 1,
                end: 2,
                label: "LOC",
                sentence: 31,
                probability: 0.91,
                text: "Porto",
              },
            ],
            vanished: [
              {
                kind: "missed",
                start: 0,
                end: 1,
                label: "ORG",
                sentence: 7,
                probability: 0.55,
                text: "Monday",
              },
            ],
          },
        },
});

export const fakeComparison: RunComparison = {
  a: 1,
  b: 2,
  total: { a: 71.9, b: 78.4, difference: 6.5, low: 4.2, high: 8.9, p: 0.0001 },
  types: labels.map((label, i) => {
    const [a, b] = [72.9 - 1.5 * i, 81 - 2.9 * i];
    return { label, a, b, difference: b - a, p: [0.0001, 0.003, 0.041, 0.22][i]! };
  }),
  sentences: 500,
  test: "test",
  mended: mistakes.slice(1),
  broken: [],
};

/** Four clouds of points, as span vectors lie. */
export function fakePoints(count: number, sentences: number): MapPoint[] {
  const random = new Random(3);
  const normal = () =>
    Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform());
  return Array.from({ length: count }, (_, i) => {
    const at = i % labels.length;
    const x = 6 * Math.cos((at * Math.PI) / 2 + 0.4) + normal() * 1.3;
    const y = 6 * Math.sin((at * Math.PI) / 2 + 0.4) + normal() * 1.1;
    const place = { sentence: random.below(sentences), start: 0, end: 1, text: "a span" };
    return { x, y, label: labels[at]!, ...place, ...(i % 17 === 0 ? { suggestion: i + 1 } : {}) };
  });
}

const tagged = "Ada Lovelace joined the University of New York Press.";

/** Answers as a model would have given, so that pages that need one can be looked at without training. */
export async function fakeModels(page: Page, { points }: { points: readonly MapPoint[] }): Promise<void> {
  const answer = (path: string, value: (url: URL, body: string | null) => unknown) =>
    page.route(
      (url) => url.pathname === path,
      (route) => route.fulfill({ json: value(new URL(route.request().url()), route.request().postData()) }),
    );
  await answer("/api/runs", () => ({ runs: fakeRuns }));
  for (const one of fakeRuns) await answer(`/api/runs/${one.id}`, () => details(one));
  await answer("/api/runs/compare", () => fakeComparison);
  await answer("/api/map", () => ({ run: null, points }));
  await answer("/api/tag", (_, body): TagAnswer => {
    const { text, mode, threshold } = JSON.parse(body!) as { text: string; mode: string; threshold: number };
    const found = (words: string, label: string, score: number) => {
      const start = text.indexOf(words);
      return start < 0 || score < threshold
        ? []
        : [{ start, end: start + words.length, label, score, text: words }];
    };
    const inner = mode === "nested" ? found("New York", "LOC", 0.71) : [];
    return {
      run: 2,
      text,
      entities: [
        ...found("Ada Lovelace", "PER", 0.98),
        ...found("University of New York Press", "ORG", 0.93),
        ...inner,
      ],
    };
  });
}

export const textToTag = tagged;
