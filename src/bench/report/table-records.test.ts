import { expect, test } from "vitest";
import { madeUpResult, madeUpRun } from "../../../test/support/bench-runs.ts";
import { parseSuite } from "../suite/open-suite.ts";
import { summariseBench } from "./summary.ts";
import { recordsCsv, tableRecords } from "./table-records.ts";

const suite = parseSuite(
  {
    format: 2,
    title: "t",
    shows: "s",
    data: [{ name: "demo", embedded: "demo", sentences: { train: 1, dev: 1, test: 1 } }],
    groups: [
      {
        data: ["demo"],
        mask: [0.5],
        encoders: ["cnn"],
        rows: ["ce", { name: "sum", title: '=A1, "wide"', method: "weighted" }],
        seeds: 2,
      },
    ],
  },
  "made up",
);
const runs = ["ce", "sum"].flatMap((row) => [1, 2].map((seed) => madeUpRun({ row, seed })));
const results = new Map(
  [70, 72, 60].map((f1, i) => {
    const made = madeUpResult(runs[i]!, f1, {
      epochs: 4,
      perEpoch: [
        { epoch: 1, stage: "completing", loss: 1, diagnostics: {} },
        { epoch: 2, loss: 1, diagnostics: {} },
      ],
      // An older program did not record these.
      ...(i < 2 && { encoders: 3, words: 1000 + i }),
    });
    return [
      runs[i]!.name,
      { ...made, test: { ...made.test, precision: f1 + 2, recall: f1 - 2 * i } },
    ] as const;
  }),
);
const records = tableRecords(summariseBench({ name: "x", suite }, runs, results, new Map()));

test("a record has means and standard deviations of all three scores, and what the runs took", () => {
  expect(records).toHaveLength(2);
  const [ce, sum] = records;
  expect(ce).toMatchObject({ encoder: "cnn", column: "demo-p0.5", mask: 0.5, row: "ce", seeds: 2, p: null });
  // 72 and 74; 70 and 70; 70 and 72: √((1 + 1) / 1) = √2.
  expect(ce!.precision).toEqual({ mean: 73, sd: Math.SQRT2 });
  expect(ce!.recall).toEqual({ mean: 70, sd: 0 });
  expect(ce!.f1).toEqual({ mean: 71, sd: Math.SQRT2 });
  expect(ce).toMatchObject({
    epochs: 4,
    mainEpochs: 1,
    encoders: 3,
    words: 1000.5,
    cpuSeconds: 90,
    seconds: 60,
  });
  expect(sum).toMatchObject({ seeds: 1, f1: { mean: 60, sd: null }, encoders: null, words: null });
});

test("as CSV: empty where nothing is known, quoted where needed, never a formula", () => {
  const [head, ...lines] = recordsCsv(records).trimEnd().split("\n");
  expect(head!.split(",")).toHaveLength(21);
  expect(lines[0]).toBe(
    `cnn,demo-p0.5,0.5,ce,ce,2,73,${Math.SQRT2},70,0,71,${Math.SQRT2},,71,${Math.SQRT2},4,1,3,1000.5,90,60`,
  );
  expect(lines[1]).toBe(`cnn,demo-p0.5,0.5,sum,"'=A1, ""wide""",1,62,,56,,60,,,60,,4,1,,,90,60`);
});
