import fc from "fast-check";
import { expect, test } from "vitest";
import { selectSuggestions } from "./select.ts";
import { plainView } from "./view.ts";

const texts = ["Ann went to Zürich", "zebra 10", "Zebra 9", "北京 is large", "Ann was ann"];
const data = {
  labels: ["PER", "LOC"],
  sentences: texts.map((text, i) => ({ position: [4, 3, 9, 1, 0][i], text, entities: [] })),
  suggestions: [
    { kind: "missed", sentence: 0, span: [0, 3, 0], probability: 0.9 },
    { kind: "missed", sentence: 0, span: [12, 18, 1], probability: 0.8 },
    { kind: "type", sentence: 3, span: [0, 2, 1], was: [0, 2, 0], probability: 0.6 },
    { kind: "boundary", sentence: 1, span: [0, 8, 1], was: [0, 5, 1], probability: 0.5 },
    { kind: "missed", sentence: 2, span: [0, 7, 1], probability: 0.4 },
    { kind: "missed", sentence: 4, span: [8, 11, 0], probability: 0.1 },
  ],
};
const select = (view: object) => selectSuggestions(data, { ...plainView, ...view });

test.each<[object, number[]]>([
  [{}, [0, 1, 2, 3, 4, 5]],
  [{ kind: "missed" }, [0, 1, 4, 5]],
  [{ kind: "wrong" }, [2, 3]],
  // A wrong label is found by what it should be, not by what it is: so the counts in the form are right.
  [{ label: "PER" }, [0, 5]],
  [{ label: "LOC" }, [1, 2, 3, 4]],
  [{ least: 50 }, [0, 1, 2, 3]],
  [{ text: "ANN" }, [0, 1, 5]],
  // u and a combining diaeresis are ü.
  [{ text: " zu\u0308rich " }, [0, 1]],
  [{ text: "北" }, [2]],
  [{ text: "nowhere" }, []],
  [{ text: "ann", label: "PER", least: 50 }, [0]],
  // Distances from ½: 0.4, 0.3, 0.1, 0, 0.1, 0.4.
  [{ sort: "doubt" }, [3, 2, 4, 1, 0, 5]],
  // Positions of the sentences: 4, 4, 1, 3, 9, 0.
  [{ sort: "order" }, [5, 2, 3, 0, 1, 4]],
  // Ann, ann (large letters or small, then by rank … "ann" before "Ann" by collation), Zebra 9, zebra 10, Zürich, 北京.
  [{ sort: "words" }, [5, 0, 4, 3, 1, 2]],
  [{ sort: "label" }, [1, 2, 3, 4, 0, 5]],
])("%j", (view, found) => {
  expect(select(view)).toEqual(found);
});

test("whatever the view, each order lists the same suggestions", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("all", "missed", "wrong"),
      fc.constantFrom("", "PER", "LOC"),
      fc.integer({ min: 0, max: 99 }),
      fc.constantFrom("doubt", "order", "words", "label"),
      (kind, label, least, sort) => {
        const found = select({ kind, label, least, sort });
        expect(found.toSorted((a: number, b: number) => a - b)).toEqual(select({ kind, label, least }));
      },
    ),
  );
});
