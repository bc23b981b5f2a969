import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { parseAuditConfig } from "../../audit/index.ts";
import { auditArguments } from "./audit-arguments.ts";

const folder = mkdtempSync(join(tmpdir(), "lacuna-audit-arguments-"));
afterAll(() => rmSync(folder, { recursive: true }));
const places = {
  data: join(folder, "train.jsonl"),
  config: join(folder, "config.json"),
  model: join(folder, "model"),
};
writeFileSync(places.data, `${JSON.stringify({ tokens: ["a"], entities: [], completeness: "partial" })}\n`);
writeFileSync(places.config, "{}");
const audit = (given: object) => parseAuditConfig({ data: ["x"], train: {}, ...given }, "test");

test.each([
  ["folds", { folds: 3 }, ["--folds", "3"]],
  ["fast", { way: "fast", minutes: 5 }, ["--folds", "4", "--fast", "--minutes", "5"]],
  ["model", { way: "model", model: "elsewhere", train: null }, ["--folds", "4"]],
])(
  "after an audit by %s, sentences are predicted by models that were not trained on them",
  async (_, given, how) => {
    expect(await auditArguments(places, audit(given))).toEqual([
      ...["--data", places.data, "--config", places.config],
      ...how,
    ]);
  },
);
