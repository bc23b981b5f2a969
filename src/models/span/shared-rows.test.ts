import fc from "fast-check";
import { expect, test } from "vitest";
import { expectClose } from "../../../test/graph/check-case.ts";
import { evaluate, gather, gradient, input, mul, reduceSum, Session } from "../../graph/index.ts";
import { Random } from "../../random.ts";
import { feedSharedRows, sharedRows } from "./shared-rows.ts";

test("every look-up has a place of its own", () => {
  const feeds = feedSharedRows("x", [2, 0, 2, 2], 3);
  // Row 2 is wanted three times: three copies of three rows. Look-up 1 is the first of row 0, at 0; look-ups
  // 0, 2 and 3 are the first, second and third of row 2, at 2, 5 and 8.
  expect([...feeds["x.places"]!.data].map(Number)).toEqual([2, 0, 5, 8]);
  expect(feeds["x.users"]!.shape).toEqual([3, 3]);
  expect([...feeds["x.users"]!.data].map(Number)).toEqual([1, -1, 0, -1, -1, 2, -1, -1, 3]);
});

test("gives what gather gives, and the same gradient, in ONNX Runtime too", async () => {
  const rows = input("rows", ["words", 2]);
  const mix = input("mix", ["spans", 2]);
  const { take, inputs } = sharedRows("x", { count: "spans", times: "times" });
  const taken = take(rows);
  const [slope] = gradient(reduceSum(mul(taken, mix)), [rows]);
  const plain = gather(rows, input("wanted", ["spans"], "int64"));
  const [plainSlope] = gradient(reduceSum(mul(plain, mix)), [rows]);
  const session = await Session.compile({
    outputs: { taken, slope: slope! },
    inputs: [rows, mix, ...inputs],
    threads: 1,
  });
  const lists = fc
    .integer({ min: 1, max: 6 })
    .chain((words) => fc.tuple(fc.constant(words), fc.array(fc.nat(words - 1), { maxLength: 9 })));
  await fc.assert(
    fc.asyncProperty(lists, fc.nat(99), async ([words, wanted], seed) => {
      const random = new Random(seed);
      const normal = (count: number) => ({
        data: Float32Array.from({ length: 2 * count }, () => random.normal()),
        shape: [count, 2],
      });
      const shared = { rows: normal(words), mix: normal(wanted.length) };
      const feeds = { ...shared, ...feedSharedRows("x", wanted, words) };
      const [value, back] = evaluate([taken, slope!], feeds);
      const list = { data: wanted, shape: [wanted.length] };
      const [expected, expectedBack] = evaluate([plain, plainSlope!], { ...shared, wanted: list });
      expect(value).toEqual(expected);
      expectClose(back!.data, expectedBack!.data, 1e-12);
      const { taken: got, slope: gotSlope } = await session.run(feeds);
      expectClose(got!.data as Float32Array, expected!.data, 0);
      expectClose(gotSlope!.data as Float32Array, expectedBack!.data, 1e-5);
    }),
    { numRuns: 60 },
  );
  await session.dispose();
});
