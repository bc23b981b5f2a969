import { describe, expect, test } from "vitest";
import type { Span } from "../../data/index.ts";
import { demoCorpus } from "../../demo/index.ts";
import type { SpanScorer } from "../../tagging/span-scorer.ts";
import { spanMap } from "./span-map.ts";

const { test: sentences } = demoCorpus({ seed: 1, test: 80 });

/** Knows the labels: the vector of an entity points where its label does. It scores backwards, as batches may. */
function knowing(widest: number | null = null): Pick<SpanScorer, "hasVectors" | "scoreSentences" | "widest"> {
  const labels = ["LOC", "ORG", "PER", "PRODUCT"];
  return {
    hasVectors: true,
    widest,
    async *scoreSentences(given, { spansOf } = {}) {
      for (const position of [...given.keys()].reverse()) {
        const { entities } = sentences.find(({ tokens }) => tokens === given[position]!.tokens)!;
        const spans = spansOf!(position, []);
        const vectors = spans.flatMap((span: Span) => {
          const own = entities.find(({ start, end }) => start === span.start && end === span.end);
          return [own === undefined ? 3 : 0, ...labels.map((label) => (label === own?.label ? 5 : 0))];
        });
        yield { position, entities: [], candidates: [], vectors: Float32Array.from(vectors) };
      }
    },
  };
}

describe("spanMap", () => {
  test("shows entities with their labels and other spans, each at a place of its own kind", async () => {
    const { points } = (await spanMap(knowing(), sentences))!;
    const entities = sentences.flatMap(({ entities: own }) => own).length;
    const others = points.filter(({ label }) => label === null);
    expect(points.length - others.length).toBe(Math.min(200, entities));
    expect(others.length).toBeGreaterThan(20);
    // Equal vectors: the nearest point is of the same label, unless it is alone.
    for (const point of points) {
      const near = points
        .filter((other) => other !== point)
        .toSorted(
          (a, b) => Math.hypot(a.x - point.x, a.y - point.y) - Math.hypot(b.x - point.x, b.y - point.y),
        );
      expect(near[0]!.label).toBe(point.label);
    }
    const text = new Set(sentences.flatMap(({ tokens }) => tokens));
    expect(points.every((point) => point.text.split(" ").every((word) => text.has(word)))).toBe(true);
  });

  test("the same sentences give the same map, and a model without vectors none", async () => {
    expect(await spanMap(knowing(), sentences)).toEqual(await spanMap(knowing(), sentences));
    expect(await spanMap({ ...knowing(), hasVectors: false }, sentences)).toBeUndefined();
    expect(await spanMap(knowing(), [])).toEqual({ points: [] });
  });

  test("spans that the model does not look at are left out", async () => {
    const { points } = (await spanMap(knowing(1), sentences))!;
    expect(points.length).toBeGreaterThan(10);
    expect(points.every(({ text }) => !text.includes(" "))).toBe(true);
  });
});
