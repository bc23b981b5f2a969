import { expect, test } from "vitest";
import { pageOf } from "./route.ts";

test.each([
  ["", "review"],
  ["#/models", "models"],
  ["#/map?run=3", "map"],
  ["#/playground", "playground"],
  ["#/__proto__", "review"],
  ["#/constructor", "review"],
])("%s is the page %s", (hash, page) => {
  expect(pageOf(hash)).toBe(page);
});
