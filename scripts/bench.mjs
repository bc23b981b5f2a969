// `npm run bench:NAME`: builds what is needed and runs bench/NAME.ts. Extra arguments go to the bench.
import { buildBenches, install, run } from "./setup.mjs";

const [name, ...rest] = process.argv.slice(2);
install();
buildBenches();
run(process.execPath, ["--expose-gc", `.bench-build/bench/${name}.js`, ...rest]);
