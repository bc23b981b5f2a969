import { expect, test } from "vitest";
import { ambiguousSurfaces } from "./ambiguous-surfaces.ts";
import { demoNames } from "./demo-names.ts";
import { containsRun } from "./split-words.ts";

test("lists at least 1,500 distinct names, at least 300 of each label", () => {
  // Distinct surfaces written out in the lists; names that templates build and names inside names do not count.
  expect(new Set(demoNames.map((name) => name.surface)).size).toBeGreaterThanOrEqual(1500);
  for (const label of ["PER", "ORG", "LOC", "PRODUCT"]) {
    const surfaces = demoNames.filter((name) => name.label === label).map((name) => name.surface);
    expect(new Set(surfaces).size, label).toBeGreaterThanOrEqual(300);
  }
});

test("has every name once in its list, without stray blanks or marks", () => {
  const seen = new Set<string>();
  for (const { kind, surface } of demoNames) {
    expect(surface).toMatch(/^[\p{L}\p{N}][\p{L}\p{M}\p{N}&'’ -]*$/u);
    expect(surface).not.toMatch(/ {2}| $/);
    expect(seen.has(`${kind}/${surface}`), surface).toBe(false);
    seen.add(`${kind}/${surface}`);
  }
});

test("separates a name from its article and from the name inside it", () => {
  const leeds = demoNames.find((name) => name.surface === "University of Leeds")!;
  expect(leeds.words).toEqual(["university", "of", "leeds"]);
  expect(leeds.inner).toEqual([{ surface: "Leeds", label: "LOC" }]);
  expect(leeds.written[0]).toEqual({ kind: "text", text: "the " });
});

test("has the ambiguous surfaces under every label they are known for", () => {
  const labels = (surface: string) =>
    [...new Set(demoNames.filter((name) => name.surface === surface).map((name) => name.label))]
      .sort()
      .join(" ");
  expect(
    ["Jordan", "Paris", "Amazon", "Washington", "Chelsea", "Lincoln", "Mars", "Georgia", "Java", "Swift"].map(
      labels,
    ),
  ).toEqual([
    "LOC PER",
    "LOC PER",
    "LOC ORG",
    "LOC PER",
    "LOC ORG PER",
    "LOC ORG PER",
    "LOC ORG PRODUCT",
    "LOC PER",
    "LOC PRODUCT",
    "PER PRODUCT",
  ]);
  for (const word of ["may", "apple", "turkey", "bath", "reading", "nice", "jordan", "amazon"]) {
    expect(ambiguousSurfaces.has(word), word).toBe(true);
  }
  expect(ambiguousSurfaces.has("oslo")).toBe(false);
});

test("marks every name inside a name, or says why not", () => {
  // A part that only looks like the other name (the York of New York, the cork of Cork Makers), a place named
  // after a person, and a product line within a product stay unmarked. Names of people hold no other names.
  const unmarked = new Set(
    `Porto Cork Makers, Bath Rugby, Berlin Senate, Clean Rivers Now, Reading Friends, Hope for Haiti, New York,
     New York Times, Mexico City, Stony Ford, Black Sea, Mount Cook, Lake Victoria, Victoria Falls, Baker Street,
     Notting Hill, Lantern Hill, iPhone 15 Pro, Galaxy S24, Samsung Galaxy Tab, Galaxy Buds, Kindle Paperwhite,
     PlayStation 5, Xbox Series X, Acer Swift, Garmin Edge 540, Arduino Uno, Suzuki Swift, Volvo Amazon,
     Black & Decker Workmate`
      .split(",")
      .map((surface) => surface.trim()),
  );
  const found = new Set<string>();
  for (const outer of demoNames.filter((name) => name.label !== "PER")) {
    for (const other of demoNames) {
      if (other.words.length >= outer.words.length || !containsRun(outer.words, other.words)) continue;
      if (!outer.inner.some((inner) => inner.surface === other.surface)) found.add(outer.surface);
    }
  }
  expect([...found].sort()).toEqual([...unmarked].sort());
});
