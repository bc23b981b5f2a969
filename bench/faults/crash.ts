import { createHash } from "node:crypto";
import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { FaultCase } from "./cases.ts";
import { runLacuna } from "./run-lacuna.ts";
import { difference, filesNamed, type Snapshot, snapshotOf } from "./snapshot.ts";
import {
  type Bed,
  eachOf,
  inCopy,
  makeOlder,
  outOf,
  readOutput,
  spread,
  type Tally,
  type Undisturbed,
  undisturbed,
} from "./tries.ts";

/** A step before which a command is killed. */
export interface CrashPoint {
  readonly number: number;
  readonly step: string;
}

const FEW = "rename,link,unlink,fsync";

/** Kills a command at each step of its work with files, and looks at what is left and whether the next try mends it. */
export async function crashEverywhere(
  bed: Bed,
  own: FaultCase,
  { points, jobs }: { readonly points: number; readonly jobs: number },
): Promise<Tally> {
  if (own.isSlow) return goOnFromCopies(bed, own, { points, jobs });
  const tally: Tally = { part: "crash", case: own.name, tries: 0, failures: [] };
  const calm = await undisturbed(bed, own);
  const all = await stepsOf(bed, own);
  const chosen = spread(all, points);
  if (chosen.length < all.length) tally.of = all.length;
  await eachOf(chosen, jobs, async (point) => {
    tally.tries++;
    const wrong = await crashAt(bed, own, calm, point);
    if (wrong !== undefined)
      tally.failures.push(`killed before step ${point.number}, ${point.step}: ${wrong}`);
  });
  return tally;
}

/**
 * As `crashEverywhere`, for commands that take long: one run leaves a copy of its folders for each crash point, and the command
 * goes on from each. Crash points that leave the same bytes (before and after a flush, say) are gone on from once.
 */
async function goOnFromCopies(
  bed: Bed,
  own: FaultCase,
  { points, jobs }: { readonly points: number; readonly jobs: number },
): Promise<Tally> {
  const tally: Tally = { part: "crash", case: own.name, tries: 0, failures: [] };
  const calm = await undisturbed(bed, own);
  await withCopies(bed, own, async (all, copyOf) => {
    const chosen = spread(all, points);
    if (chosen.length < all.length) tally.of = all.length;
    const seen = new Map<string, Promise<string | undefined>>();
    await eachOf(chosen, jobs, async (point) => {
      tally.tries++;
      const state = hashOf(snapshotOf(copyOf(point)));
      const known = seen.get(state) ?? goOnFrom(bed, own, calm, copyOf(point));
      seen.set(state, known);
      const wrong = await known;
      if (wrong !== undefined)
        tally.failures.push(`killed before step ${point.number}, ${point.step}: ${wrong}`);
    });
    tally.states = seen.size;
  });
  return tally;
}

/** What a kill before each step of a run would leave: copies of `out` and `cache`, each below a folder of its own. */
export async function withCopies(
  bed: Bed,
  own: FaultCase,
  work: (points: readonly CrashPoint[], copyOf: (point: CrashPoint) => string) => Promise<void>,
): Promise<void> {
  await inCopy(bed, async (folder) => {
    const copies = join(folder, "copies");
    const of = [join(folder, "out"), join(folder, "cache")].join(":");
    const points = await watch(bed, own, folder, { ...kindsOf(own), COPIES: copies, OF: of });
    await work(points, ({ number }) => join(copies, String(number)));
  });
}

function goOnFrom(bed: Bed, own: FaultCase, calm: Undisturbed, copy: string): Promise<string | undefined> {
  return inCopy(bed, async (folder) => {
    for (const name of ["out", "cache"]) {
      rmSync(join(folder, name), { recursive: true, force: true });
      cpSync(join(copy, name), join(folder, name), { recursive: true });
    }
    return (await wrongAfterCrash(bed, own, calm, folder)) ?? (await wrongAgain(bed, own, calm, folder));
  });
}

function kindsOf({ isSlow = false, watched }: FaultCase): Record<string, string> {
  if (watched !== undefined) return { PATHS: watched };
  return isSlow ? { KINDS: FEW } : {};
}

/** The steps of a run that nothing disturbs. */
async function stepsOf(bed: Bed, own: FaultCase): Promise<readonly CrashPoint[]> {
  return inCopy(bed, async (folder) => {
    await makeOlder(bed, own, folder);
    return watch(bed, own, folder, kindsOf(own));
  });
}

async function watch(
  bed: Bed,
  own: FaultCase,
  folder: string,
  more: Readonly<Record<string, string>>,
): Promise<readonly CrashPoint[]> {
  const log = join(folder, "steps");
  const fault = { COUNTER: join(folder, "counter"), LOG: log, ...more };
  const { code, stderr } = await runLacuna(bed.main, own.args, { folder, fault });
  if (code !== 0) throw new Error(`${own.name}, watched, ended with ${code}: ${stderr}`);
  if (!existsSync(log)) throw new Error(`${own.name}: no step was seen`);
  const lines = readFileSync(log, "utf8").trimEnd().split("\n");
  return lines.map((line, i) => {
    const [kind, path] = line.split("\t") as [string, string];
    return {
      number: i + 1,
      step: `${kind} ${path.replace(`${folder}/`, "").replace(TEMPORARY, "…")}`,
    };
  });
}

/** What is random in the names of temporaries. */
const TEMPORARY = /[0-9a-f]{8}-\d+-[0-9a-f]{12}/g;

function hashOf(snapshot: Snapshot): string {
  return createHash("sha256")
    .update(JSON.stringify([...snapshot]))
    .digest("hex");
}

async function crashAt(
  bed: Bed,
  own: FaultCase,
  calm: Undisturbed,
  { number }: CrashPoint,
): Promise<string | undefined> {
  return inCopy(bed, async (folder) => {
    await makeOlder(bed, own, folder);
    const fault = { COUNTER: join(folder, "counter"), KILL: String(number), ...kindsOf(own) };
    const killed = await runLacuna(bed.main, own.args, { folder, fault });
    if (killed.code !== null && killed.code !== 0) return `exit code ${killed.code}: ${killed.stderr.trim()}`;
    return (await wrongAfterCrash(bed, own, calm, folder)) ?? (await wrongAgain(bed, own, calm, folder));
  });
}

/** What is wrong in the folder after a crash; undefined if nothing is. */
async function wrongAfterCrash(
  bed: Bed,
  own: FaultCase,
  calm: Undisturbed,
  folder: string,
): Promise<string | undefined> {
  const touched = difference(snapshotOf(join(folder, "in")), calm.inputs);
  if (touched !== undefined) return `inputs: ${touched}`;
  // The folder of a run or an audit is whole when its last file is there; before, it is only worth going on with.
  if (own.isSlow) return undefined;
  const found = outOf(own, folder);
  for (const group of own.outputs) {
    const states = new Set(group.map((name) => stateOf([name], found, calm)));
    const shown = group.join(", ");
    if (states.has("broken")) return `${shown} is neither old nor new`;
    if (states.has("old") && states.has("new")) return `${shown}: some old, some new`;
    if (!states.has("absent") || calm.older === undefined) continue;
    // In the moment when the old is gone, the new is whole beside its place.
    const isBeside = [...found.keys()].some((path) => /\.decided\/|\.old\//.test(path));
    if (!isBeside) return `${shown}: the older one is gone`;
    if (own.corpus === undefined) continue;
    const read = await readOutput(bed, own, folder);
    if (read === undefined || (read !== calm.read && read !== calm.olderRead))
      return `${shown}: a reader finds neither the old nor the new`;
  }
  return undefined;
}

function stateOf(names: readonly string[], found: Snapshot, { older, wanted }: Undisturbed) {
  const own = filesNamed(found, names);
  if (own.size === 0) return "absent";
  if (difference(own, filesNamed(wanted, names)) === undefined) return "new";
  return older !== undefined && difference(own, filesNamed(older, names)) === undefined ? "old" : "broken";
}

const known = new Map<string, Promise<string | undefined>>();

/**
 * What is wrong after the command was given again. From what is the same but for the names of temporaries, it is given once: what
 * it reads and writes is the same then.
 */
export function wrongAgain(
  bed: Bed,
  own: FaultCase,
  calm: Undisturbed,
  folder: string,
): Promise<string | undefined> {
  const found = snapshotOf(join(folder, "out"));
  const names = new Map([...found].map(([path, hash]) => [path.replace(TEMPORARY, ""), hash]));
  const key = `${bed.prepared}\0${own.name}\0${hashOf(names)}`;
  // Two temporaries of one name are not told apart by it; caches are not looked at.
  if (own.isSlow || names.size < found.size) return runAgain(bed, own, calm, folder);
  const result = known.get(key) ?? runAgain(bed, own, calm, folder);
  known.set(key, result);
  return result;
}

async function runAgain(
  { main }: Bed,
  own: FaultCase,
  calm: Undisturbed,
  folder: string,
): Promise<string | undefined> {
  let again = await runLacuna(main, own.again ?? own.args, { folder });
  // Killed before it had noted what it is about.
  if (
    own.again !== undefined &&
    again.code === 2 &&
    /no (?:run|audit) to resume|nothing to train on|nothing to audit/.test(again.stderr)
  )
    again = await runLacuna(main, own.args, { folder });
  if (again.code !== 0)
    return `again: exit code ${again.code}: ${again.stderr.trim().split("\n").slice(0, 6).join(" | ")}`;
  const differs = difference(outOf(own, folder), calm.wanted);
  if (differs !== undefined) return `again: ${differs}`;
  const touched = difference(snapshotOf(join(folder, "in")), calm.inputs);
  return touched === undefined ? undefined : `again: inputs: ${touched}`;
}
