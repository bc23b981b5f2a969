import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bindings, commandFor, type Pressed } from "./keyboard-map.ts";

const plain = { code: "", shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };
const press = (key: string, more: Partial<Pressed> = {}, isAdding = false, dir: "ltr" | "rtl" = "ltr") =>
  commandFor({ ...plain, key, ...more }, { dir, isAdding });

describe("each key does what the issue asks of it", () => {
  test.each([
    ["a", {}, "accept"],
    ["r", {}, "reject"],
    ["1", {}, "label-1"],
    ["9", {}, "label-9"],
    ["t", {}, "pick-type"],
    ["[", {}, "start-earlier"],
    ["{", { shiftKey: true }, "start-later"],
    ["]", {}, "end-later"],
    ["}", { shiftKey: true }, "end-earlier"],
    ["u", {}, "undo"],
    ["j", {}, "next"],
    ["ArrowDown", {}, "next"],
    ["ArrowRight", {}, "next"],
    ["k", {}, "previous"],
    ["ArrowUp", {}, "previous"],
    ["ArrowLeft", {}, "previous"],
    ["b", {}, "accept-all"],
    ["B", { shiftKey: true }, "reject-all"],
    ["/", {}, "search"],
    ["?", { shiftKey: true }, "help"],
  ])("%s", (key, more, command) => {
    expect(press(key, more)).toBe(command);
  });
});

test("caps lock changes nothing", () => {
  expect(press("A")).toBe("accept");
  expect(press("b", { shiftKey: true })).toBe("reject-all");
});

test("a Russian, Arabic or Hebrew keyboard works by the places of its keys", () => {
  expect(press("ф", { code: "KeyA" })).toBe("accept");
  expect(press("ع", { code: "KeyU" })).toBe("undo");
  expect(press("х", { code: "BracketLeft" })).toBe("start-earlier");
  expect(press("Ъ", { code: "BracketRight", shiftKey: true })).toBe("end-earlier");
});

test("brackets by AltGr are brackets; all else with Ctrl, Alt or Meta belongs to the browser", () => {
  expect(press("[", { ctrlKey: true, altKey: true })).toBe("start-earlier");
  expect(press("[", { ctrlKey: true })).toBeUndefined();
  for (const more of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }])
    for (const key of ["a", "r", "u", "ArrowLeft", "Enter", "1"]) expect(press(key, more)).toBeUndefined();
});

test("arrows follow the text: in a right-to-left sentence left is onward", () => {
  expect(press("ArrowLeft", {}, false, "rtl")).toBe("next");
  expect(press("ArrowLeft", { shiftKey: true })).toBe("end-earlier");
  expect(press("ArrowLeft", { shiftKey: true }, false, "rtl")).toBe("end-later");
});

test("while an entity is being added, arrows move it and up and down still move on", () => {
  expect(press("ArrowRight", {}, true)).toBe("later");
  expect(press("ArrowRight", {}, true, "rtl")).toBe("earlier");
  expect(press("ArrowDown", {}, true)).toBe("next");
});

test("no key means two things at once", () => {
  for (const adding of [true, false]) {
    const seen = new Set<string>();
    for (const { keys, only } of bindings) {
      if ((only === "adding") !== adding) continue;
      for (const key of keys) {
        expect(seen.has(key), key).toBe(false);
        seen.add(key);
      }
    }
  }
});

test("keys that stand in no table do nothing", () => {
  const known = new Set(bindings.flatMap(({ keys }) => keys.map((key) => key.toLowerCase())));
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 1 }), (key) => {
      fc.pre(!known.has(key.toLowerCase()));
      expect(press(key)).toBeUndefined();
    }),
  );
});
