import { expect, test } from "vitest";
import { currentEntities } from "./current-entities.ts";

const per = { start: 0, end: 2, label: "PER" };
const loc = { start: 4, end: 5, label: "LOC" };

test("accepted ones are added, wrong ones replaced, rejected ones change nothing", () => {
  const found = currentEntities(
    [per],
    [
      { id: 2, decision: { ...loc, status: "accepted" } },
      { id: 3, decision: { start: 6, end: 7, label: "ORG", status: "rejected" } },
      { id: 1, was: per, decision: { start: 0, end: 1, label: "PER", status: "changed" } },
    ],
    [],
  );
  expect(found).toEqual([
    { start: 0, end: 1, label: "PER", source: "suggestion", suggestion: 1 },
    { ...loc, source: "suggestion", suggestion: 2 },
  ]);
});

test("what is done by hand comes last, and nested entities stay", () => {
  const inner = { start: 1, end: 2, label: "__proto__" };
  const found = currentEntities(
    [per, loc],
    [],
    [
      { ...inner, status: "added" },
      { ...loc, status: "removed" },
    ],
  );
  expect(found).toEqual([
    { ...per, source: "data" },
    { ...inner, source: "reviewer" },
  ]);
});

test("an entity that two say is there is there once", () => {
  const found = currentEntities(
    [per],
    [{ id: 1, decision: { ...per, status: "accepted" } }],
    [{ ...per, status: "added" }],
  );
  expect(found).toEqual([{ ...per, source: "data" }]);
});
