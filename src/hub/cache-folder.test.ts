import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { cacheFolder } from "./cache-folder.ts";

const home = join("/", "home", "ann");

test("the option comes before the variable, the variable before the platform", () => {
  const env = { LACUNA_CACHE: "from-variable", XDG_CACHE_HOME: "/xdg" };
  expect(cacheFolder({ given: "from-option", env, home })).toBe(resolve("from-option"));
  expect(cacheFolder({ env, home })).toBe(resolve("from-variable"));
});

test.each([
  ["linux", {}, join(home, ".cache", "lacuna", "encoders")],
  ["linux", { XDG_CACHE_HOME: "/xdg" }, join("/xdg", "lacuna", "encoders")],
  ["linux", { XDG_CACHE_HOME: "relative" }, join(home, ".cache", "lacuna", "encoders")],
  ["linux", { LACUNA_CACHE: "" }, join(home, ".cache", "lacuna", "encoders")],
  ["darwin", { XDG_CACHE_HOME: "/xdg" }, join(home, "Library", "Caches", "lacuna", "encoders")],
  ["win32", { LOCALAPPDATA: join("/", "local") }, join("/", "local", "lacuna", "Cache", "encoders")],
  ["win32", {}, join(home, "AppData", "Local", "lacuna", "Cache", "encoders")],
] as const)("on %s with %j it is %s", (platform, env, expected) => {
  expect(cacheFolder({ env, platform, home })).toBe(expected);
});
