import { expect, test } from "vitest";
import type { RunResult } from "../../src/bench/run/run-result.ts";
import type { Published } from "../../src/bench/suite/suite.ts";
import { type Headline, headlineHead, headlineRow } from "./headline.ts";

const headline: Headline = { title: "EC, some", suite: "ec-news", runs: "ec/bilstm/lacuna-dict" };

const result = (name: string, f1: number, minutes: number, threads: number) =>
  ({
    run: { name, column: "ec", encoder: "bilstm" },
    test: { f1 },
    seconds: { train: minutes * 60, total: minutes * 60 },
    threads,
  }) as unknown as RunResult;

const paper = (row: string, encoder: string, f1: Record<string, number>): Published => ({
  paper: "someone",
  where: "Table 1",
  row,
  encoder,
  f1,
});

const papers = [
  paper("weak", "BiLSTM", { ec: 60 }),
  paper("strong", "BiLSTM", { ec: 65.5, news: 90 }),
  paper("stronger", "BERT", { ec: 70 }),
  paper("A alone", "BERT", { ec: 76 }),
  paper("elsewhere", "BERT", { news: 99 }),
];

test("all seeds of the runs, the slowest run, and the best of the papers with the same labels", () => {
  const results = [
    result("ec/bilstm/lacuna-dict/seed1", 68, 3, 1),
    result("ec/bilstm/lacuna-dict/seed2", 70, 3.2, 2),
    result("ec/bilstm/lacuna-dict-other/seed1", 10, 50, 1),
  ];
  const row = headlineRow(headline, results, papers);
  expect(row).toEqual([
    "EC, some",
    "`bilstm`",
    "**69.00 ± 1.41** (2 seeds)",
    "65.50 (strong, BiLSTM)",
    "70.00 (stronger, BERT)",
    "4 min, 2 threads",
  ]);
  expect(row).toHaveLength(headlineHead.length);
});

test("labels of people alone are held against those alone", () => {
  const alone = { ...headline, isAlone: true };
  const row = headlineRow(alone, [result("ec/bilstm/lacuna-dict/seed1", 68, 3, 1)], papers);
  expect(row?.slice(3, 5)).toEqual(["", "76.00 (A alone, BERT)"]);
});

test("without papers the columns are empty, without runs there is no line", () => {
  const one = [result("ec/bilstm/lacuna-dict/seed1", 68, 3, 1)];
  expect(headlineRow(headline, one, [])?.slice(2, 5)).toEqual(["**68.00** (1 seed)", "", ""]);
  expect(headlineRow({ ...headline, runs: "ec/bilstm/lacuna" }, one, papers)).toBeUndefined();
});
