// `npm run bench:results`: `lacuna bench conll03-masked` with its tables written to docs/results.md and what is done kept in bench/archive. Further arguments
// are those of `lacuna bench`, such as --only, --budget, --jobs or --seeds.
import { spawnSync } from "node:child_process";

const run = (...args: readonly string[]) =>
  spawnSync(process.execPath, args, { stdio: "inherit" }).status ?? 1;

const kept = ["--archive", "bench/archive/conll03-masked.jsonl", "--markdown", "docs/results.md"];
const bench = ["bench", "conll03-masked", ...kept, ...process.argv.slice(2)];
process.exitCode = run("scripts/build.mjs") || run("dist/cli/main.js", ...bench);
