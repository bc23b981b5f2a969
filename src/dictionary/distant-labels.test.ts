import { expect, test } from "vitest";
import { distantCases, reproduceDistant } from "../../bench/data/reproduce-distant.ts";
import { describeWith, needs } from "../../test/support/needs.ts";

const files = distantCases.flatMap(({ set, truth }) => [`dictionaries/${set}`, `${set}/${truth}.jsonl`]);

describeWith(needs.dataSets(...files), "published distant labels", () => {
  test.each(
    distantCases.map((one) => [`${one.set} against ${one.truth}.jsonl: ${one.target}`, one] as const),
  )("%s", async (_, example) => {
    const found = await reproduceDistant(example);
    expect(example.isMet(found), JSON.stringify(found)).toBe(true);
  });
});
