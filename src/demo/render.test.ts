import { expect, test } from "vitest";
import { Random } from "../random.ts";
import { demoNames } from "./demo-names.ts";
import { type Fill, render } from "./render.ts";
import { parseTemplate } from "./template.ts";

/** Fills each kind with one fixed name. */
function fixed(surfaces: Readonly<Record<string, string>>): Fill {
  return (slot) => demoNames.find((name) => name.kind === slot && name.surface === surfaces[slot])!.written;
}

test("writes a sentence with nested names, quotes and a possessive", () => {
  const template = parseTemplate('"No," said {person}\'s tutor at {school}, holding the {device}.');
  const fill = fixed({ person: "Amaka Eze", school: "University of Leeds", device: "Nokia 3310" });
  // 0        1    2   3   4    5     6   7   8     9  10  11         12 13    14 15      16  17    18   19
  // "        No   ,   "   said Amaka Eze 's  tutor at the University of Leeds ,  holding the Nokia 3310 .
  expect(render(template, fill, new Random(1))).toEqual({
    text: '"No," said Amaka Eze\'s tutor at the University of Leeds, holding the Nokia 3310.',
    tokens: [
      ...[
        '"',
        "No",
        ",",
        '"',
        "said",
        "Amaka",
        "Eze",
        "'s",
        "tutor",
        "at",
        "the",
        "University",
        "of",
        "Leeds",
      ],
      ...[",", "holding", "the", "Nokia", "3310", "."],
    ],
    offsets: [
      ...[
        [0, 1],
        [1, 3],
        [3, 4],
        [4, 5],
        [6, 10],
        [11, 16],
        [17, 20],
        [20, 22],
        [23, 28],
        [29, 31],
        [32, 35],
      ],
      ...[
        [36, 46],
        [47, 49],
        [50, 55],
        [55, 56],
        [57, 64],
        [65, 68],
        [69, 74],
        [75, 79],
        [79, 80],
      ],
    ],
    entities: [
      { start: 5, end: 7, label: "PER" },
      { start: 11, end: 14, label: "ORG" },
      { start: 13, end: 14, label: "LOC" },
      { start: 17, end: 19, label: "PRODUCT" },
      { start: 17, end: 18, label: "ORG" },
    ],
  });
});

test("marks a name that the template builds around another", () => {
  const made = render(parseTemplate("[{city} Zoo]ORG slept."), fixed({ city: "Cape Town" }), new Random(1));
  expect(made.tokens).toEqual(["Cape", "Town", "Zoo", "slept", "."]);
  expect(made.entities).toEqual([
    { start: 0, end: 3, label: "ORG" },
    { start: 0, end: 2, label: "LOC" },
  ]);
});

test("takes offsets after the case has changed", () => {
  const fill = fixed({ city: "Malmö" });
  const upper = render(parseTemplate("upper: straße in {city}"), fill, new Random(1));
  // "ß" becomes "SS", so that the city begins at 11 rather than 10.
  expect(upper.text).toBe("STRASSE IN MALMÖ");
  expect(upper.offsets).toEqual([
    [0, 7],
    [8, 10],
    [11, 16],
  ]);
  expect(upper.entities).toEqual([{ start: 2, end: 3, label: "LOC" }]);
  expect(render(parseTemplate("lower: In {city}"), fill, new Random(1)).text).toBe("in malmö");
});

test("draws each option of a choice", () => {
  const template = parseTemplate("<Rain|Snow> fell.");
  const none: Fill = () => [];
  const random = new Random(5);
  const texts = new Set(Array.from({ length: 40 }, () => render(template, none, random).text));
  expect([...texts].sort()).toEqual(["Rain fell.", "Snow fell."]);
});

test("refuses an entity that ends inside a word", () => {
  expect(() => render(parseTemplate("[Leeds]LOCs"), () => [], new Random(1))).toThrow("whole words");
});
