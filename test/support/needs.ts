import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "vitest";
import { chromiumPath } from "./browser/chromium.ts";
import { miniLm, sharedEncoders } from "./models/model-fixtures.ts";
import { sharedData } from "./shared-data.ts";

/**
 * Something outside the repository without which a test cannot run. Tests name what they need by `describeWith` and
 * `testWith`, never by a skip of their own, so that the last line of `npm test` can say what was skipped and why.
 */
export interface Need {
  /** After "needs": what is missing. */
  readonly what: string;
  /** How to have it. */
  readonly how: string;
  readonly isMet: boolean;
  /** Whether CI must have it: there its absence is a failure, because nobody looks at what was skipped. */
  readonly inCi?: boolean;
}

declare module "vitest" {
  interface TaskMeta {
    /** What a skipped test lacks. */
    need?: Pick<Need, "what" | "how">;
  }
}

/** Everything that some test needs. */
export const needs = {
  browser: {
    what: "a browser",
    how: "apt-get install chromium, or set LACUNA_CHROMIUM",
    isMet: chromiumPath !== undefined,
    inCi: true,
  },

  /** Files or folders below the folder of the data sets. */
  dataSets: (...names: readonly string[]) => ({
    what: "data sets",
    how: "set LACUNA_DATA; see docs/data.md",
    isMet: names.every((name) => existsSync(join(sharedData, name))),
  }),

  miniLm: {
    what: "a pretrained encoder",
    how: "set LACUNA_ENCODERS to a folder with minilm-l6; see docs/data.md",
    isMet: existsSync(miniLm),
  },

  encoders: (...names: readonly string[]) => ({
    what: "a pretrained encoder",
    how: `set LACUNA_ENCODERS to a folder with ${names.join(" and ")}; see docs/data.md`,
    isMet: names.every((name) => existsSync(join(sharedEncoders, name))),
  }),

  linux: {
    what: "Linux",
    how: "run the tests there",
    isMet: process.platform === "linux",
  },

  spacy: {
    what: "a Python with spaCy 3.8",
    how: "set LACUNA_PYTHON; see bench/README.md",
    get isMet() {
      const find = "import importlib.util as u, sys; sys.exit(u.find_spec('spacy') is None)";
      const { LACUNA_PYTHON: python } = process.env;
      return python !== undefined && spawnSync(python, ["-c", find]).status === 0;
    },
  },

  terminal: {
    what: "a terminal",
    how: "have the command `script` (util-linux)",
    isMet: existsSync("/usr/bin/script") && process.platform === "linux",
  },

  fullDevice: { what: "/dev/full", how: "run on Linux", isMet: existsSync("/dev/full") },

  /** Signals that a process can catch: Windows ends it at once. */
  users: {
    what: "a system with user accounts",
    how: "run on Linux or macOS",
    isMet: process.getuid !== undefined,
  },

  signals: { what: "POSIX signals", how: "run on Linux or macOS", isMet: process.platform !== "win32" },
} satisfies Record<string, Need | ((...names: string[]) => Need)>;

/** `describe`, skipped where the need is not met. */
export function describeWith(need: Need, name: string, body: () => void): void {
  if (need.isMet) describe(name, body);
  else if (isFailure(need)) test(name, () => missing(need));
  else describe.skip(name, { meta: { need: reasonOf(need) } }, body);
}

/** `test`, skipped where the need is not met. */
export function testWith(need: Need, name: string, body: () => void | Promise<void>, timeout?: number): void {
  if (need.isMet) test(name, body, timeout);
  else if (isFailure(need)) test(name, () => missing(need));
  else test.skip(name, { meta: { need: reasonOf(need) } }, body);
}

function isFailure({ inCi = false }: Need): boolean {
  return inCi && Boolean(process.env.CI);
}

function missing({ what, how }: Need): never {
  throw new Error(`this test needs ${what} (${how})`);
}

function reasonOf({ what, how }: Need): Pick<Need, "what" | "how"> {
  return { what, how };
}
