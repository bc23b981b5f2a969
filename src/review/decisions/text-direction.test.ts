import { expect, test } from "vitest";
import { textDirection } from "./text-direction.ts";

test.each([
  ["Ada met Bob", "ltr"],
  ["ירושלים היא עיר", "rtl"],
  ["القاهرة Cairo", "rtl"],
  ["Cairo القاهرة", "ltr"],
  ["42 – “שלום”", "rtl"],
  ["东京 🗼", "ltr"],
  ["42 🙂", "ltr"],
  ["", "ltr"],
])("%s runs %s", (text, direction) => {
  expect(textDirection(text)).toBe(direction);
});
