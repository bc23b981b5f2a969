import { join } from "node:path";
import type { FaultCase } from "./cases.ts";
import { runLacuna, wrongRefusal } from "./run-lacuna.ts";
import { difference, type Snapshot, snapshotOf } from "./snapshot.ts";
import { type Bed, inCopy, makeOlder, outOf, type Tally, undisturbed } from "./tries.ts";

/** Gives the same command twice at once, again and again: both succeed, or one is refused. */
export async function runTwice(
  bed: Bed,
  own: FaultCase,
  { times }: { readonly times: number },
): Promise<Tally> {
  const tally: Tally = { part: "two at once", case: own.name, tries: 0, failures: [] };
  const calm = await undisturbed(bed, own);
  for (let time = 0; time < times; time++) {
    tally.tries++;
    const wrong = await inCopy(bed, async (folder) => {
      await makeOlder(bed, own, folder);
      const both = await Promise.all(
        [0, 1].map((i) => runLacuna(bed.main, (i === 1 && own.beside?.args) || own.args, { folder })),
      );
      for (const ended of both) {
        if (ended.code === 0) continue;
        const refusal = wrongRefusal(ended, { codes: [2], cause: /"[^"]*out\b[^"]*"/ });
        if (refusal !== undefined) return refusal;
      }
      if (both.every(({ code }) => code !== 0)) return `both were refused: ${both[0]!.stderr.trim()}`;
      return (
        difference(outOf(own, folder), withBeside(own, calm.wanted)) ??
        difference(snapshotOf(join(folder, "in")), calm.inputs)
      );
    });
    if (wrong !== undefined) tally.failures.push(`time ${time + 1}: ${wrong}`);
  }
  return tally;
}

/** What two leave that write to places of their own. */
function withBeside({ beside, outputs }: FaultCase, wanted: Snapshot): Snapshot {
  if (beside === undefined) return wanted;
  const own = outputs[0]![0]!;
  const more = [...wanted].map(([path, hash]) => [path.replace(own, beside.other), hash] as const);
  return new Map([...wanted, ...more]);
}
