import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { UserError } from "../../src/errors.ts";
import { Random } from "../../src/random.ts";
import { allTargets, attempt, inputOf } from "./attempt.ts";
import type { Target } from "./target.ts";

const folder = mkdtempSync(join(tmpdir(), "lacuna-fuzz-test-"));
const targets = await allTargets();
afterAll(async () => {
  await Promise.all(targets.map((target) => target.close?.()));
  rmSync(folder, { recursive: true });
});

/** The short form of `npm run check:fuzz`. */
const INPUTS = 150;

describe.each(targets.filter(({ needsBuild }) => !needsBuild))("$name", (target) => {
  test("sound input is read", async () => {
    for (const [i, seed] of target.seeds.entries()) {
      const files = target.wrap?.(seed, new Random(i)) ?? seed;
      expect(
        (await attempt(target, mkdtempSync(join(folder, "a-")), { files, random: new Random(i) })).kind,
      ).toMatch(/^(?:read|refused)$/);
    }
  });

  test("damaged inputs are read or refused, and nothing is lost in silence", async () => {
    const own = mkdtempSync(join(folder, "b-"));
    for (let index = 0; index < (target.few ?? INPUTS); index++) {
      const outcome = await attempt(target, own, inputOf(target, 27, index));
      expect(outcome.kind === "failed" ? { ...outcome, index } : undefined).toBeUndefined();
    }
  });
});

describe("what counts as a failure", () => {
  const target = (read: Target["read"]): Target => ({
    name: "made up",
    seeds: [new Map([["a", Buffer.from("abc")]])],
    read,
  });
  const outcomeOf = async (read: Target["read"]) => {
    const made = target(read);
    return attempt(made, folder, inputOf(made, 1, 0));
  };

  test("any error but a UserError, and what was lost", async () => {
    const throws = (error: unknown) => outcomeOf(() => Promise.reject(error));
    expect((await throws(new UserError("no"))).kind).toBe("refused");
    expect((await throws(new TypeError("no"))).kind).toBe("failed");
    expect((await throws("no")).kind).toBe("failed");
    expect((await outcomeOf(async () => undefined)).kind).toBe("read");
    expect(await outcomeOf(async () => "2 of 3")).toEqual({
      kind: "failed",
      what: "silent loss",
      stack: "2 of 3",
    });
  });

  test("the same number makes the same input", () => {
    const made = target(async () => undefined);
    expect(inputOf(made, 5, 9).files).toEqual(inputOf(made, 5, 9).files);
    const different = new Set(
      Array.from({ length: 50 }, (_, i) => inputOf(made, 5, i).files.get("a")!.toString("hex")),
    );
    expect(different.size).toBeGreaterThan(25);
  });
});
