import { readdirSync, readFileSync, rmdirSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Environment, platformCache } from "../../files/index.ts";

/** How the names of files with states end. */
export const SEGMENT = ".states";

/** Gigabytes of states that are kept on disk unless `LACUNA_STATES_GB` says otherwise. */
const USUAL_GIGABYTES = 20;

/** The folder of all states: in `LACUNA_CACHE`, else in the platform's cache folder. */
export function statesFolder(env: Environment): string {
  return env.LACUNA_CACHE
    ? join(resolve(env.LACUNA_CACHE), "frozen-states")
    : join(platformCache({ env }), "frozen-states");
}

/** Bytes of states that are kept on disk, at most. */
export function statesLimit(env: Environment): number {
  const told = Number(env.LACUNA_STATES_GB);
  return (env.LACUNA_STATES_GB && told >= 0 ? told : USUAL_GIGABYTES) * 2 ** 30;
}

/** States on disk that are computed in one way. */
interface KeptStates {
  readonly folder: string;
  /** What they are of, for people. */
  readonly about: string;
  readonly bytes: number;
  readonly used: Date;
}

/** What is in the folder of all states, the latest used first. */
export function listStates(root: string): KeptStates[] {
  const groups = new Map<string, KeptStates>();
  for (const { group, bytes, used } of segmentsIn(root)) {
    const before = groups.get(group);
    groups.set(group, {
      folder: join(root, group),
      about: before?.about ?? aboutOf(join(root, group)),
      bytes: (before?.bytes ?? 0) + bytes,
      used: before !== undefined && before.used > used ? before.used : used,
    });
  }
  return [...groups.values()].sort((a, b) => b.used.getTime() - a.used.getTime());
}

/** Removes all states. Runs that read them go on: what they have opened stays until they close it. */
export function clearStates(root: string): void {
  for (const { group, path } of segmentsIn(root)) {
    rmSync(path, { force: true });
    removeIfEmpty(join(root, group));
  }
}

/** Removes the least recently used files until all take no more than `limit` bytes; never those of `kept`. */
export function makeRoom(root: string, limit: number, kept: ReadonlySet<string>): void {
  const all = segmentsIn(root).sort((a, b) => a.used.getTime() - b.used.getTime());
  let total = all.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { group, path, bytes } of all) {
    if (total <= limit) return;
    if (kept.has(path)) continue;
    try {
      rmSync(path, { force: true });
      total -= bytes;
    } catch {
      // In use where files in use cannot be removed.
    }
    removeIfEmpty(join(root, group));
  }
}

function segmentsIn(root: string) {
  return namesIn(root).flatMap((group) =>
    namesIn(join(root, group)).flatMap((name) => {
      if (!name.endsWith(SEGMENT)) return [];
      const path = join(root, group, name);
      const found = statSync(path, { throwIfNoEntry: false });
      return found === undefined ? [] : [{ group, path, bytes: found.size, used: found.mtime }];
    }),
  );
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

function aboutOf(folder: string): string {
  try {
    return readFileSync(join(folder, "about.txt"), "utf8").trim();
  } catch {
    return "";
  }
}

function removeIfEmpty(folder: string): void {
  if (namesIn(folder).some((name) => name.endsWith(SEGMENT))) return;
  rmSync(join(folder, "about.txt"), { force: true });
  try {
    rmdirSync(folder);
  } catch {
    // Another process has begun a file in it.
  }
}
