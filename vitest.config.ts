import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url));

export default defineConfig({
  resolve: {
    // So that examples and code in docs, which import the package by its name, run on the sources.
    alias: [
      { find: /^lacuna$/, replacement: source("index.ts") },
      { find: /^lacuna\/(\w+)$/, replacement: source("$1/index.ts") },
    ],
  },
  test: {
    include: ["src/**/*.test.ts", "bench/**/*.test.ts", "app/**/*.test.ts", "test/**/*.test.ts"],
    globalSetup: "scripts/setup-tests.mjs",
    testTimeout: 60_000,
    // One more than processors: some tests wait for a browser or a process.
    maxWorkers: 3,
    // What one file has loaded the next one need not load again: a third of the time. No test leaves anything behind in a module.
    isolate: false,
  },
});
