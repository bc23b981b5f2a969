import { expect, test } from "vitest";
import { parseTemplate } from "./template.ts";

test("reads text, slots, choices and entities inside each other", () => {
  expect(parseTemplate("Trains to [{city} Airport]LOC run <daily|every {n} days>.")).toEqual({
    letterCase: "asWritten",
    parts: [
      { kind: "text", text: "Trains to " },
      {
        kind: "entity",
        label: "LOC",
        parts: [
          { kind: "slot", name: "city" },
          { kind: "text", text: " Airport" },
        ],
      },
      { kind: "text", text: " run " },
      {
        kind: "choice",
        options: [
          [{ kind: "text", text: "daily" }],
          [
            { kind: "text", text: "every " },
            { kind: "slot", name: "n" },
            { kind: "text", text: " days" },
          ],
        ],
      },
      { kind: "text", text: "." },
    ],
  });
});

test("reads the case of a headline, an empty option and an entity within an entity", () => {
  expect(parseTemplate("upper: <|old >[[Nokia]ORG 3310]PRODUCT")).toEqual({
    letterCase: "upper",
    parts: [
      { kind: "choice", options: [[], [{ kind: "text", text: "old " }]] },
      {
        kind: "entity",
        label: "PRODUCT",
        parts: [
          { kind: "entity", label: "ORG", parts: [{ kind: "text", text: "Nokia" }] },
          { kind: "text", text: " 3310" },
        ],
      },
    ],
  });
});

test.each([
  ["a {city", 'no "}"'],
  ["a {City}", 'bad slot "{City}"'],
  ["a <b|c", 'no ">"'],
  ["a [b]", 'no "]LABEL"'],
  ["a [b", 'no "]LABEL"'],
  ["a} b", 'stray "}" at 1'],
  ["a | b", 'stray "|" at 2'],
  ["a ]ORG", 'stray "]" at 2'],
])("refuses %j", (source, message) => {
  expect(() => parseTemplate(source)).toThrow(message);
});
