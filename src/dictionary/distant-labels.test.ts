import { describe, expect, test } from "vitest";
import { distantCases, missingData, reproduceDistant } from "../../bench/data/reproduce-distant.ts";

const missing = missingData();

describe("published distant labels", () => {
  for (const example of distantCases) {
    const name = `${example.set} against ${example.truth}.jsonl: ${example.target}`;
    test(name, async (context) => {
      if (missing !== undefined) return context.skip(missing);
      const found = await reproduceDistant(example);
      expect(example.isMet(found), JSON.stringify(found)).toBe(true);
    });
  }
});
