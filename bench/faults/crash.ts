import { existsSync, readFileSync } from "node:fs";
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
interface CrashPoint {
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

function kindsOf({ isSlow = false }: FaultCase): Record<string, string> {
  return isSlow ? { KINDS: FEW } : {};
}

/** The steps of a run that nothing disturbs. */
async function stepsOf(bed: Bed, own: FaultCase): Promise<readonly CrashPoint[]> {
  return inCopy(bed, async (folder) => {
    await makeOlder(bed, own, folder);
    const log = join(folder, "steps");
    const fault = { COUNTER: join(folder, "counter"), LOG: log, ...kindsOf(own) };
    const { code, stderr } = await runLacuna(bed.main, own.args, { folder, fault });
    if (code !== 0) throw new Error(`${own.name}, watched, ended with ${code}: ${stderr}`);
    if (!existsSync(log)) throw new Error(`${own.name}: no step was seen`);
    const lines = readFileSync(log, "utf8").trimEnd().split("\n");
    return lines.map((line, i) => {
      const [kind, path] = line.split("\t") as [string, string];
      return {
        number: i + 1,
        step: `${kind} ${path.replace(`${folder}/`, "").replace(/[0-9a-f]{8}-\d+-[0-9a-f]{12}/, "…")}`,
      };
    });
  });
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

/** What is wrong after the command was given again. */
export async function wrongAgain(
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
