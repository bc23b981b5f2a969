import fc from "fast-check";
import { expect, test } from "vitest";
import type { ReportData, ReportSuggestion } from "../../src/audit/report/data.ts";
import { selectSuggestions } from "./select.ts";
import { plainView, type View } from "./view.ts";

const suggestion = (made: Pick<ReportSuggestion, "kind" | "sentence" | "span" | "probability" | "was">) => ({
  words: [0, 1] as const,
  suggested: true,
  score: 0.5,
  surface: [0, 0] as const,
  near: [],
  ...made,
});
const data: ReportData = {
  labels: ["PER", "LOC"],
  sentences: [
    { position: 4, text: "Ann went to Zürich", entities: [] },
    { position: 3, text: "zebra 10", entities: [] },
    { position: 9, text: "Zebra 9", entities: [] },
    { position: 1, text: "北京 is large", entities: [] },
    { position: 0, text: "Ann was ann", entities: [] },
  ],
  suggestions: [
    suggestion({ kind: "missed", sentence: 0, span: [0, 3, 0], probability: 0.9 }),
    suggestion({ kind: "missed", sentence: 0, span: [12, 18, 1], probability: 0.8 }),
    suggestion({ kind: "type", sentence: 3, span: [0, 2, 1], was: [0, 2, 0], probability: 0.6 }),
    suggestion({ kind: "boundary", sentence: 1, span: [0, 8, 1], was: [0, 5, 1], probability: 0.5 }),
    suggestion({ kind: "missed", sentence: 2, span: [0, 7, 1], probability: 0.4 }),
    suggestion({ kind: "missed", sentence: 4, span: [8, 11, 0], probability: 0.1 }),
  ],
};
const select = (view: Partial<View>) => selectSuggestions(data, { ...plainView, ...view });

test.each<[Partial<View>, number[]]>([
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
        expect(found.toSorted((a, b) => a - b)).toEqual(select({ kind, label, least }));
      },
    ),
  );
});
