import { expect, test } from "vitest";
import { ago, quoted } from "./words.ts";

test("times are rough, and old ones are dates", () => {
  const now = Date.parse("2026-03-01T12:00:00Z");
  const times = [
    "2026-03-01T11:59:30Z",
    "2026-03-01T11:30:00Z",
    "2026-03-01T02:00:00Z",
    "2026-01-05T00:00:00Z",
  ];
  expect(times.map((at) => ago(at, now))).toEqual(["just now", "30 min ago", "10 h ago", "2026-01-05"]);
});

test("long words are cut, and direction stays inside the quotes", () => {
  expect(quoted("القاهرة")).toBe("“\u2068القاهرة\u2069”");
  expect(quoted("x".repeat(80)).length).toBe(62);
});
