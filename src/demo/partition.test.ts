import { expect, test } from "vitest";
import { Random } from "../random.ts";
import { ambiguousSurfaces } from "./ambiguous-surfaces.ts";
import { demoNames } from "./demo-names.ts";
import { demoTemplates } from "./demo-templates.ts";
import { partition, splits } from "./partition.ts";

const seeds = Array.from({ length: 30 }, (_, seed) => seed);

test("deals every name and every template exactly once", () => {
  for (const seed of seeds) {
    const shares = partition(new Random(seed));
    expect(new Set(splits.flatMap((split) => shares[split].names)).size).toBe(demoNames.length);
    expect(splits.reduce((sum, split) => sum + shares[split].names.length, 0)).toBe(demoNames.length);
    const ids = splits.flatMap((split) => shares[split].templates.map((template) => template.id));
    expect(ids.sort()).toEqual(demoTemplates.map((template) => template.id).sort());
  }
});

test("gives dev and test a fifth of each kind, of nested and of ambiguous names, a tenth at the very least", () => {
  const kinds = [...new Set(demoNames.map((name) => name.kind))];
  for (const seed of seeds) {
    const shares = partition(new Random(seed));
    for (const split of ["dev", "test"] as const) {
      const { names } = shares[split];
      for (const kind of kinds) {
        const all = demoNames.filter((name) => name.kind === kind).length;
        const part = names.filter((name) => name.kind === kind).length / all;
        expect(part, `${kind} of ${split}, seed ${seed}`).toBeGreaterThan(0.1);
        expect(part, `${kind} of ${split}, seed ${seed}`).toBeLessThan(0.35);
      }
      const ambiguous = names.filter((name) => ambiguousSurfaces.has(name.surface.toLowerCase()));
      const allAmbiguous = demoNames.filter((name) => ambiguousSurfaces.has(name.surface.toLowerCase()));
      expect(ambiguous.length / allAmbiguous.length).toBeGreaterThan(0.1);
    }
  }
});

test("gives every split templates of every theme", () => {
  const themes = new Set(demoTemplates.map((template) => template.theme));
  for (const seed of seeds) {
    const shares = partition(new Random(seed));
    for (const split of splits) {
      expect(new Set(shares[split].templates.map((template) => template.theme))).toEqual(themes);
    }
  }
});
