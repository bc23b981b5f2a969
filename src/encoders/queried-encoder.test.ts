import { expect, test } from "vitest";
import { describeEncoder } from "../../test/support/models/describe-encoder.ts";
import { encoderRunner } from "../../test/support/models/encoder-runner.ts";
import { smallSpelling } from "../../test/support/models/small-features.ts";
import { tinyEncoder } from "../../test/support/models/tiny-task.ts";
import { cnnEncoder } from "./from-scratch/cnn-encoder.ts";
import { queriedEncoder } from "./queried-encoder.ts";

const queries = [
  ["a", "person", ":"],
  ["place", ":"],
];

describeEncoder("queried cnn", () =>
  queriedEncoder(cnnEncoder({ width: 6, depth: 1, dropout: 0.2, features: [smallSpelling()] }), queries),
);

test("a word has the vectors that it has after each query, side by side", async () => {
  const plain = tinyEncoder({ dropout: 0 });
  const words = ["Ann", "left", "Leeds"];
  const asked = await encoderRunner(queriedEncoder(plain, queries));
  const alone = await encoderRunner(plain);
  const got = await asked.encode([["Hm"], words]);
  const parts = await alone.encode(queries.map((query) => [...query, ...words]));
  const expected = words.map((_, word) =>
    queries.flatMap((query, i) => parts.words[i]![query.length + word]!),
  );
  got.words[1]!.forEach((vector, word) => {
    for (const [k, value] of vector.entries()) expect(value).toBeCloseTo(expected[word]![k]!, 5);
  });
  await asked.dispose();
  await alone.dispose();
});
