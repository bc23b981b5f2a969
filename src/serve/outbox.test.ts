import { expect, test } from "vitest";
import { outbox } from "./outbox.ts";

test("what is said in one turn goes as one parcel, in order, and nothing is lost or sent twice", async () => {
  const parcels: (readonly number[])[] = [];
  const say = outbox<number>((messages) => parcels.push(messages));
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  say(1);
  say(2);
  Promise.resolve().then(() => say(3));
  expect(parcels).toEqual([]);
  await turn();
  expect(parcels).toEqual([[1, 2, 3]]);
  await turn();
  say(4);
  await turn();
  expect(parcels).toEqual([[1, 2, 3], [4]]);
});
