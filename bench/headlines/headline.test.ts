import { expect, test } from "vitest";
import { expandSuite, openSuite } from "../../src/bench/index.ts";
import type { RunResult } from "../../src/bench/run/run-result.ts";
import type { Published } from "../../src/bench/suite/suite.ts";
import { type Headline, headlineHead, headlineRow, onlyPattern } from "./headline.ts";
import { headlines } from "./headlines.ts";

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
    "`lacuna bench ec-news --only ec/bilstm/lacuna-dict/`",
  ]);
  expect(row).toHaveLength(headlineHead.length);
});

test("without papers the columns are empty, without runs there is no row", () => {
  const one = [result("ec/bilstm/lacuna-dict/seed1", 68, 3, 1)];
  expect(headlineRow(headline, one, [])?.slice(2, 5)).toEqual(["**68.00** (1 seed)", "", ""]);
  expect(headlineRow({ ...headline, runs: "ec/bilstm/lacuna" }, one, papers)).toBeUndefined();
});

test.each(headlines)("the command of $runs starts its runs and no others", async (headline) => {
  const { suite } = await openSuite(headline.suite);
  const only = new RegExp(onlyPattern(headline), "u");
  const started = expandSuite(suite).filter(({ name }) => only.test(name));
  expect(started.length).toBeGreaterThan(0);
  expect(new Set(started.map(({ name }) => name.replace(/\/seed\d+$/, "")))).toEqual(
    new Set([headline.runs]),
  );
});
