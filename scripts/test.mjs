// `npm test`: installs and builds when needed, then runs the whole suite. Extra arguments go to vitest. Where tests were
// skipped, the last line says what they need (test/support/skipped-tests.ts).
import { build, install, run, tool } from "./setup.mjs";

install();
build();
run(tool("vitest"), ["run", ...process.argv.slice(2)]);
