import { expect, test } from "vitest";
import { printable } from "./printable.ts";

test("control characters cannot reach the terminal", () => {
  expect(printable("a\u001b[31mred\u0007\tb\nc")).toBe("a\\u001b[31mred\\u0007\\u0009b\nc");
});

test("direction overrides are shown, other scripts and emoji left alone", () => {
  expect(printable("\u202eabc שלום 你好 👩🏽‍🔬")).toBe("\\u202eabc שלום 你好 👩🏽‍🔬");
});
