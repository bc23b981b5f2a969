import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const { exports } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8")) as {
  exports: Record<string, string | { types: string }>;
};

/** The source of each door of the package. */
const doors = Object.entries(exports)
  .filter(([door]) => door !== "./package.json")
  .map(([door, target]) => {
    const built = typeof target === "string" ? target : target.types;
    const path = built.replace(/^\.\/dist\//, "src/").replace(/\.(?:d\.ts|js)$/, ".ts");
    return {
      find: new RegExp(`^lacuna${door.slice(1)}$`),
      replacement: fileURLToPath(new URL(path, import.meta.url)),
    };
  });

export default defineConfig({
  resolve: {
    // So that examples and code in docs, which import the package by its name, run on the sources.
    alias: doors,
  },
  test: {
    include: ["src/**/*.test.ts", "bench/**/*.test.ts", "app/**/*.test.ts", "test/**/*.test.ts"],
    reporters: [
      "default",
      ...(process.env.GITHUB_ACTIONS ? ["github-actions"] : []),
      "./test/support/skipped-tests.ts",
    ],
    globalSetup: "scripts/setup-tests.mjs",
    testTimeout: 60_000,
    // One more than processors: some tests wait for a browser or a process.
    maxWorkers: 3,
    // What one file has loaded the next one need not load again: a third of the time. No test leaves anything behind in a module.
    isolate: false,
  },
});
