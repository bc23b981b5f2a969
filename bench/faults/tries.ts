import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FaultCase } from "./cases.ts";
import { runLacuna } from "./run-lacuna.ts";
import { type Snapshot, snapshotOf } from "./snapshot.ts";

/** What came of one part of the suite for one command. */
export interface Tally {
  readonly part: string;
  readonly case: string;
  tries: number;
  /** How many different states of the disk the tries left, where that was counted. */
  states?: number;
  /** Of how many the tries are a sample; left out where they are all. */
  of?: number;
  readonly failures: string[];
}

/** A prepared folder to copy from, and how its commands are run. */
export interface Bed {
  /** The built command. */
  readonly main: string;
  /** Holds `in` and an empty `out`. */
  readonly prepared: string;
}

/** Runs some work in a fresh copy of the inputs. */
export async function inCopy<T>({ prepared }: Bed, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "lacuna-faults-"));
  try {
    cpSync(join(prepared, "in"), join(folder, "in"), { recursive: true });
    mkdirSync(join(folder, "out"));
    mkdirSync(join(folder, "tmp"));
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a command leaves if nothing disturbs it: with an older output there, and alone. */
export interface Undisturbed {
  readonly inputs: Snapshot;
  readonly older: Snapshot | undefined;
  readonly wanted: Snapshot;
  /** The same as a reader finds them, where the case says what to read. */
  readonly olderRead: string | undefined;
  readonly read: string | undefined;
}

const known = new Map<string, Promise<Undisturbed>>();

/** Looks once at what a command of the bed leaves. */
export function undisturbed(bed: Bed, own: FaultCase): Promise<Undisturbed> {
  const key = `${bed.prepared}\0${own.name}`;
  const found = known.get(key) ?? lookAt(bed, own);
  known.set(key, found);
  return found;
}

async function lookAt(bed: Bed, own: FaultCase): Promise<Undisturbed> {
  return inCopy(bed, async (folder) => {
    const inputs = snapshotOf(join(folder, "in"));
    if (own.older !== undefined) {
      await mustSucceed(bed, own.older, folder);
      cpSync(join(folder, "out"), olderOf(bed, own), { recursive: true });
    }
    const older = own.older && outOf(own, folder);
    const olderRead = await readOutput(bed, own, folder);
    await mustSucceed(bed, own.args, folder);
    return { inputs, older, wanted: outOf(own, folder), olderRead, read: await readOutput(bed, own, folder) };
  });
}

/** Puts the older output into a folder, where the command has one. */
export async function makeOlder(bed: Bed, own: FaultCase, folder: string): Promise<void> {
  await undisturbed(bed, own);
  if (own.older !== undefined) cpSync(olderOf(bed, own), join(folder, "out"), { recursive: true });
}

function olderOf({ prepared }: Bed, { name }: FaultCase): string {
  return join(prepared, "older", name);
}

/** What a reader finds in the output; undefined where the case does not say what to read, or it cannot be read. */
export async function readOutput(
  { main }: Bed,
  { corpus }: FaultCase,
  folder: string,
): Promise<string | undefined> {
  if (corpus === undefined) return undefined;
  const args = ["convert", "--from", "brat", "--in", `out/${corpus}`, "--out", "-", "--to", "jsonl"];
  const { code, stdout } = await runLacuna(main, args, { folder });
  return code === 0 ? stdout : undefined;
}

async function mustSucceed({ main }: Bed, args: readonly string[], folder: string): Promise<void> {
  const { code, stderr } = await runLacuna(main, args, { folder });
  if (code !== 0) throw new Error(`"lacuna ${args.join(" ")}" ended with ${code}: ${stderr}`);
}

export function outOf({ timed }: FaultCase, folder: string): Snapshot {
  return snapshotOf(join(folder, "out"), (path) => timed?.test(path) === true);
}

/** Does the same for each item, a few at a time, in order. */
export async function eachOf<T>(
  items: readonly T[],
  jobs: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  await Promise.all(
    Array.from({ length: jobs }, async () => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
    }),
  );
}

/** So many of the items, evenly spread, with the first and the last. */
export function spread<T>(items: readonly T[], most: number): readonly T[] {
  if (items.length <= most) return items;
  return Array.from({ length: most }, (_, i) => items[Math.round((i * (items.length - 1)) / (most - 1))]!);
}
