import { expect, test } from "vitest";
import { Random } from "../random.ts";
import { demoNames } from "./demo-names.ts";
import type { DemoTemplate } from "./demo-templates.ts";
import { parseTemplate } from "./template.ts";
import { writeSplit } from "./write-split.ts";

function template(id: string, source: string): DemoTemplate {
  return { ...parseTemplate(source), id, theme: "own", source };
}

function texts(names: readonly string[], sources: readonly string[], count: number): string[] {
  const share = {
    names: demoNames.filter((name) => names.includes(name.surface)),
    templates: sources.map((source, index) => template(String(index), source)),
  };
  return writeSplit("train", share, count, new Random(1)).map(({ sentence }) => sentence.text!);
}

test("repeats a sentence only when every template has said all it can", () => {
  const written = texts([], ["<Rain|Snow> fell.", "It <froze|thawed|cleared>."], 10);
  const all = ["It cleared.", "It froze.", "It thawed.", "Rain fell.", "Snow fell."];
  expect(written.slice(0, 5).sort()).toEqual(all);
  expect(written.slice(5).sort()).toEqual(all);
});

test("puts a name twice into a sentence only when its label differs", () => {
  const written = new Set(texts(["Jordan", "Chad"], ["{first} left {first} in {country}."], 8));
  // Two orders of the two people, each in either of the two countries.
  expect([...written].sort()).toEqual([
    "Chad left Jordan in Chad.",
    "Chad left Jordan in Jordan.",
    "Jordan left Chad in Chad.",
    "Jordan left Chad in Jordan.",
  ]);
});

test("says so when a slot has no name, or too few", () => {
  expect(() => texts(["Chad"], ["{city} slept."], 1)).toThrow('no names for the slot "{city}"');
  expect(() => texts(["Chad"], ["{first} met {first}."], 1)).toThrow('too few names for the slots "{first}"');
});
