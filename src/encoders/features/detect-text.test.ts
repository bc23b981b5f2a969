import { expect, test } from "vitest";
import { detectText } from "./detect-text.ts";

test("characters when nearly all tokens are single characters, else words", () => {
  expect(detectText("auto", [["北", "京", "在", "中", "国"]])).toBe("characters");
  expect(detectText("auto", [["John", "lives", "in", "a", "house"]])).toBe("words");
  expect(detectText("auto", [])).toBe("words");
  expect(detectText("words", [["北", "京"]])).toBe("words");
});
