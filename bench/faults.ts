// `npm run check:faults`: whether a fault loses, mixes or leaves anything. Every command that writes is killed at every step of its
// work with files, runs on disks that are full, in folders that may not be written, and twice at once on one output; the folder
// of a stopped run is damaged. Exits with 1 if anything was lost, mixed or left, or told otherwise than in one line. docs/reliability.md has the table.
//   --parts crash,full,read-only,twice,damaged     --only REGEXP  of the commands
//   --points 400   crash points of each command at most      --sizes 16   of disks     --times 30   two at once
//   --jobs 2       tries at a time
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { faultCases, prepareInputs } from "./faults/cases.ts";
import { crashEverywhere } from "./faults/crash.ts";
import { damageRuns } from "./faults/damaged.ts";
import { fillDisks } from "./faults/disk-full.ts";
import { refuseWriting } from "./faults/read-only.ts";
import type { Tally } from "./faults/tries.ts";
import { runTwice } from "./faults/two-processes.ts";

const { values: flags } = parseArgs({
  options: {
    parts: { type: "string", default: "crash,full,read-only,twice,damaged" },
    only: { type: "string", default: "" },
    points: { type: "string", default: "400" },
    sizes: { type: "string", default: "16" },
    times: { type: "string", default: "30" },
    jobs: { type: "string", default: "2" },
  },
});
const [points, sizes, times, jobs] = [flags.points, flags.sizes, flags.times, flags.jobs].map(Number) as [
  number,
  number,
  number,
  number,
];
const parts = flags.parts.split(",");
const main = fileURLToPath(new URL("../src/cli/main.js", import.meta.url));
const chosen = faultCases.filter(({ name }) => new RegExp(flags.only, "u").test(name));
const prepared = mkdtempSync(join(tmpdir(), "lacuna-faults-"));
const since = performance.now();
const all: Tally[] = [];
try {
  await prepareInputs(prepared, main);
  const bed = { main, prepared };
  for (const own of chosen) {
    if (parts.includes("crash")) tell(await crashEverywhere(bed, own, { points, jobs }));
    if (parts.includes("full")) tell(await fillDisks(bed, own, { sizes, jobs }));
    if (parts.includes("read-only")) tell(await refuseWriting(bed, own));
    if (parts.includes("twice")) tell(await runTwice(bed, own, { times }));
    if (parts.includes("damaged") && own.name === "train") tell(await damageRuns(bed, own, { jobs }));
  }
} finally {
  rmSync(prepared, { recursive: true });
}
for (const line of markdown()) console.log(line);
const failures = all.reduce((sum, own) => sum + own.failures.length, 0);
const tries = all.reduce((sum, own) => sum + own.tries, 0);
console.log(`\n${failures} of ${tries} tries failed, ${Math.round((performance.now() - since) / 1000)} s`);
process.exitCode = failures === 0 ? 0 : 1;

function tell(tally: Tally): void {
  all.push(tally);
  const of =
    (tally.of === undefined ? "" : ` (a sample of ${tally.of})`) +
    (tally.states === undefined ? "" : ` (${tally.states} states of the disk)`);
  const seconds = Math.round((performance.now() - since) / 1000);
  console.error(
    `${seconds} s: ${tally.part}, ${tally.case}: ${tally.failures.length} of ${tally.tries} failed${of}`,
  );
  for (const failure of tally.failures.slice(0, 8)) console.error(`  ${failure}`);
}

function* markdown(): Generator<string> {
  const columns = [...new Set(all.map(({ part }) => part))];
  yield "";
  yield `| command | ${columns.join(" | ")} |`;
  yield `|---|${columns.map(() => "---:|").join("")}`;
  for (const { name } of chosen) {
    const cells = columns.map((part) => {
      const own = all.find((one) => one.part === part && one.case === name);
      if (own === undefined) return part === "damaged" ? "" : "not run";
      return `${own.failures.length} of ${own.tries}${own.of === undefined ? "" : ` (${own.of} steps)`}`;
    });
    yield `| ${name} | ${cells.join(" | ")} |`;
  }
}
