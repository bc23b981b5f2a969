import { expect, test } from "vitest";
import { visible } from "./visible.ts";

test("an override of direction and a zero byte are shown, not obeyed", () => {
  expect(visible("\u202Egnitser a\0b\u2066x")).toBe("␣gnitser a␣b␣x");
});

test("ordinary text of any script, joined emoji included, stays as it is", () => {
  for (const text of ["Zu\u0308rich", "القاهرة", "👨‍👩‍👧‍👦", "می‌خواهم", "王小明"])
    expect(visible(text)).toBe(text);
});

test("line breaks stay, tabs are blanks", () => {
  expect(visible("a\r\nb\tc")).toBe("a \nb c");
});
