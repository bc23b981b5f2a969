import { expect, test } from "vitest";
import { openSuite } from "../suite/open-suite.ts";
import { columnTitle, rowTitle, splitColumn } from "./titles.ts";

test("a column is named by its masking where all are of one data set", () => {
  expect(columnTitle({ columns: ["conll03-p0", "conll03-p0.7"] }, "conll03-p0.7")).toBe("p = 0.7");
  expect(columnTitle({ columns: ["ec-p0.5", "news-p0.5"] }, "news-p0.5")).toBe("news, p = 0.5");
  expect(columnTitle({ columns: ["ec", "news"] }, "ec")).toBe("ec");
});

test("a column is its data set and its masking", () => {
  expect(splitColumn("conll03-p0.7")).toEqual({ set: "conll03", mask: 0.7 });
  expect(splitColumn("conll03-distant-p0")).toEqual({ set: "conll03-distant", mask: 0 });
  // No number, no masking.
  expect(splitColumn("my-people")).toEqual({ set: "my-people", mask: undefined });
});

test("a row is called what the suite calls it", async () => {
  const { suite } = await openSuite("resume-masked");
  expect(rowTitle(suite, "pu2-no-angles")).toEqual({ text: "pu2 without angles", isCode: false });
  expect(rowTitle(suite, "pu2")).toEqual({ text: "pu2", isCode: true });
});
