import { chmodSync, chownSync, existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { FaultCase } from "./cases.ts";
import { runLacuna, wrongRefusal } from "./run-lacuna.ts";
import { difference, snapshotOf } from "./snapshot.ts";
import { type Bed, inCopy, makeOlder, outOf, type Tally } from "./tries.ts";

/** Runs a command whose output folder may not be written: an empty one, and one with an older output. */
export async function refuseWriting(bed: Bed, own: FaultCase): Promise<Tally> {
  const tally: Tally = { part: "read-only", case: own.name, tries: 0, failures: [] };
  for (const isThere of own.older === undefined ? [false] : [false, true]) {
    tally.tries++;
    const wrong = await inCopy(bed, async (folder) => {
      if (isThere) await makeOlder(bed, own, folder);
      openToAll(folder);
      closeFolders(join(folder, "out"));
      const before = { out: outOf(own, folder), in: snapshotOf(join(folder, "in")) };
      const ended = await runLacuna(bed.main, own.args, { folder, isNobody: true });
      const refusal = wrongRefusal(ended, { codes: [2], cause: /"[^"]*out\b[^"]*"/ });
      if (refusal !== undefined) return refusal;
      return (
        difference(outOf(own, folder), before.out) ?? difference(snapshotOf(join(folder, "in")), before.in)
      );
    });
    if (wrong !== undefined) tally.failures.push(`${isThere ? "with" : "without"} an older output: ${wrong}`);
  }
  return tally;
}

/** So that only `out` is closed to a user without rights. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  chmodSync(join(folder, "tmp"), 0o777);
}

function closeFolders(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) closeFolders(path);
  }
  chmodSync(folder, 0o555);
  if (process.getuid?.() === 0) chownSync(folder, 0, 0);
}
