import { expect, test } from "vitest";
import { learn, sentence, tinyTask } from "../../../test/support/models/tiny-task.ts";

const nested = sentence("University of Leeds won", [
  [0, 3, "ORG"],
  [2, 3, "LOC"],
]);
const flat = sentence("Ada of Leeds", [
  [0, 1, "PER"],
  [2, 3, "LOC"],
]);
/** Two labels for one span are no nesting: no decoding finds both with a softmax over labels. */
const twice = sentence("Leeds won", [
  [0, 1, "LOC"],
  [0, 1, "ORG"],
]);
const told =
  "1 of 4 training entities share words with longer ones; the model will find one or the other, never both; --method binder --set decode.mode=nested finds both";

test.each(["ce", "weighted", "nrces", "binder"])("%s says what flat decoding cannot find", async (method) => {
  const noticesOf = async (sentences: Parameters<typeof tinyTask>[0], options = {}) => {
    const learner = learn(method, tinyTask(sentences), options);
    await learner.dispose();
    return learner.notices.filter((notice) => notice.includes("share words"));
  };
  expect(await noticesOf([nested, flat])).toEqual([told]);
  expect(await noticesOf([nested, flat], { decode: { mode: "nested" } })).toEqual([]);
  expect(await noticesOf([flat, twice])).toEqual([]);
});
