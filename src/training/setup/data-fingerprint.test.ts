import { expect, test } from "vitest";
import { sentence } from "../../../test/support/models/tiny-task.ts";
import { dataFingerprint } from "./data-fingerprint.ts";

const [ada, rome] = [sentence("Ada spoke", [[0, 1, "PER"]]), sentence("Rome fell", [[0, 1, "LOC"]])];
const base = dataFingerprint([ada, rome], [ada]);

test("the same sentences have the same sum, whatever else they carry", () => {
  expect(dataFingerprint([{ ...ada }, structuredClone(rome)], [ada])).toBe(base);
  const scored = { ...ada, entities: [{ start: 0, end: 1, label: "PER", score: 0.5 }], source: "elsewhere" };
  expect(dataFingerprint([scored, rome], [ada])).toBe(base);
  expect(base).toMatch(/^[0-9a-f]{64}$/);
});

test("anything that training reads changes the sum", () => {
  const changed = [
    [{ ...ada, entities: [{ start: 0, end: 1, label: "ORG" }] }, rome],
    [{ ...ada, entities: [{ start: 0, end: 2, label: "PER" }] }, rome],
    [{ ...ada, entities: [] }, rome],
    [{ ...ada, completeness: "partial" as const }, rome],
    [{ ...ada, completeness: { complete: ["PER"] } }, rome],
    [{ ...ada, completeness: { complete: ["PER", "LOC"] } }, rome],
    [{ ...ada, unknown: [1] }, rome],
    [{ ...ada, tokens: ["Ada", "spoke."] }, rome],
    [{ ...ada, tokens: ["Ada spoke"] }, rome],
    [rome, ada],
    [ada],
    [ada, rome, ada],
  ].map((train) => dataFingerprint(train, [ada]));
  const dev = [
    dataFingerprint([ada, rome], []),
    dataFingerprint([ada, rome], [rome]),
    dataFingerprint([ada], [rome, ada]),
  ];
  expect(new Set([base, ...changed, ...dev]).size).toBe(1 + changed.length + dev.length);
});
