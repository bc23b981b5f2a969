import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FaultCase } from "./cases.ts";
import { wrongAgain } from "./crash.ts";
import { runLacuna, wrongRefusal } from "./run-lacuna.ts";
import { difference, snapshotOf } from "./snapshot.ts";
import {
  type Bed,
  eachOf,
  inCopy,
  makeOlder,
  outOf,
  type Tally,
  type Undisturbed,
  undisturbed,
} from "./tries.ts";

/** Runs a command on disks that are full after ever more bytes, from none to all but one. */
export async function fillDisks(
  bed: Bed,
  own: FaultCase,
  { sizes, jobs }: { readonly sizes: number; readonly jobs: number },
): Promise<Tally> {
  const tally: Tally = { part: "disk full", case: own.name, tries: 0, failures: [] };
  const calm = await undisturbed(bed, own);
  const all = await bytesOf(bed, own);
  // Files that tell times are now and then a few bytes shorter.
  const most = own.timed === undefined ? all - 1 : Math.floor(all * 0.99);
  const rooms = Array.from({ length: sizes }, (_, i) => Math.floor((i * most) / Math.max(1, sizes - 1)));
  await eachOf(rooms, jobs, async (room) => {
    tally.tries++;
    const wrong = await fillAfter(bed, own, calm, room);
    if (wrong !== undefined) tally.failures.push(`full after ${room} of ${all} bytes: ${wrong}`);
  });
  return tally;
}

/** How many bytes a command writes. */
async function bytesOf(bed: Bed, own: FaultCase): Promise<number> {
  return inCopy(bed, async (folder) => {
    await makeOlder(bed, own, folder);
    const log = join(folder, "steps");
    const { code } = await runLacuna(bed.main, own.args, {
      folder,
      fault: { COUNTER: join(folder, "counter"), LOG: log },
    });
    if (code !== 0) throw new Error(`${own.name}, watched, ended with ${code}`);
    const sizes = readFileSync(`${log}.bytes`, "utf8").trimEnd().split("\n").map(Number);
    return sizes.reduce((sum, size) => sum + size, 0);
  });
}

async function fillAfter(
  bed: Bed,
  own: FaultCase,
  calm: Undisturbed,
  room: number,
): Promise<string | undefined> {
  return inCopy(bed, async (folder) => {
    await makeOlder(bed, own, folder);
    const fault = { COUNTER: join(folder, "counter"), BYTES: String(room) };
    const ended = await runLacuna(bed.main, own.args, { folder, fault });
    const codes = [2, ...(own.fullCode === undefined ? [] : [own.fullCode])];
    const refusal = wrongRefusal(ended, {
      codes,
      cause: /"[^"]+".*: the disk is full|cannot .*"[^"]+": the disk is full/,
    });
    if (refusal !== undefined) return refusal;
    const touched = difference(snapshotOf(join(folder, "in")), calm.inputs);
    if (touched !== undefined) return `inputs: ${touched}`;
    const found = outOf(own, folder);
    if (!own.isSlow) {
      const isOutput = ([path]: readonly [string, string]) => !path.endsWith("/") && path !== own.record;
      const before = new Map([...(calm.older ?? [])].filter(isOutput));
      // Folders that were made for it may stay.
      const files = new Map([...found].filter(isOutput));
      const left = difference(files, before);
      if (left !== undefined) return `left: ${left}`;
    }
    const temporary = [...found.keys()].find((path) => /\.tmp(?:\/|$)/.test(path));
    if (temporary !== undefined) return `${temporary} is left`;
    return wrongAgain(bed, own, calm, folder);
  });
}
