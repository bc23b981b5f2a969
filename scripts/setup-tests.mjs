// What vitest runs before the tests: pages read their scripts from `dist/app`, also where a test runs from the sources.
export { bundleApp as default } from "./setup.mjs";
