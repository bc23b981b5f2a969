// `npm test`: installs and builds when needed, then runs the whole suite. Extra arguments go to vitest.
import { build, install, run, tool } from "./setup.mjs";

install();
build();
run(tool("vitest"), ["run", ...process.argv.slice(2)]);
