import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { memoryStates, type StateStore } from "./memory-states.ts";
import { Segment, type StateRecord } from "./segment.ts";
import { makeRoom, SEGMENT } from "./state-folder.ts";

interface DiskStatesOptions {
  /** The folder of all states. */
  readonly root: string;
  /** The folder in it of states that are computed in one way. */
  readonly name: string;
  /** What they are of, for people. */
  readonly about: string;
  /** Bytes of all states on disk, at most: the least recently used are removed. */
  readonly limit: number;
  /** Bytes that are held in memory, at most. */
  readonly memory?: number;
  /** Bytes after which a new file is begun. */
  readonly segmentBytes?: number;
  readonly onNotice: (notice: string) => void;
}

/**
 * States on disk. Each process appends to files of its own and reads those of all, so that several may run at once, and a
 * kill costs no more than the record that was being written. Where the disk fails, states are kept in memory.
 */
export function diskStates(options: DiskStatesOptions): StateStore {
  const { root, name, limit, memory = 512 * 2 ** 20, segmentBytes = 256 * 2 ** 20, onNotice } = options;
  const folder = join(root, name);
  const records = new Map<string, StateRecord>();
  const segments = new Map<string, Segment>();
  const broken = new Set<string>();
  /** Read or written lately, the latest last; insertion order is what a Map remembers. */
  const recent = new Map<string, Uint8Array>();
  let held = 0;
  const inMemory = memoryStates();
  let own: Segment | undefined;
  let isWritable = true;
  let damaged = 0;

  function remember(key: string, bytes: Uint8Array): void {
    recent.set(key, bytes);
    held += bytes.length;
    for (const [old, { length }] of recent) {
      if (held <= memory || old === key) break;
      recent.delete(old);
      held -= length;
    }
  }

  function fetch(key: string): Uint8Array | undefined {
    const known = recent.get(key);
    if (known !== undefined) {
      recent.delete(key);
      recent.set(key, known);
      return known;
    }
    const record = records.get(key);
    if (record === undefined) return undefined;
    const bytes = record.segment.read(key, record);
    if (bytes !== undefined) remember(key, bytes);
    return bytes;
  }

  function refresh(): void {
    for (const file of filesIn(folder)) {
      const path = join(folder, file);
      if (path === own?.path || broken.has(path)) continue;
      try {
        const segment = segments.get(path) ?? Segment.open(path);
        segments.set(path, segment);
        for (const [key, record] of segment.scan()) if (!records.has(key)) records.set(key, record);
      } catch {
        // Another process may have removed it.
        broken.add(path);
      }
    }
  }

  function giveUp(cause: unknown): void {
    isWritable = false;
    onNotice(
      `states cannot be written to "${folder}" (${(cause as Error).message}): they are kept in memory for this run`,
    );
  }

  function append(key: string, bytes: Uint8Array): void {
    if (own === undefined || own.bytes > segmentBytes) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "about.txt"), `${options.about}\n`);
      const path = join(
        folder,
        `${Date.now().toString(36)}-${process.pid}-${randomBytes(4).toString("hex")}${SEGMENT}`,
      );
      own = Segment.create(path);
      segments.set(path, own);
      makeRoom(root, limit, new Set(segments.keys()));
    }
    records.set(key, own.append(key, bytes));
  }

  refresh();
  // Used just now: others go first when room is needed.
  for (const path of segments.keys()) touch(path);

  return {
    has(key) {
      if (inMemory.has(key)) return true;
      if (!records.has(key)) return false;
      if (fetch(key) !== undefined) return true;
      records.delete(key);
      damaged++;
      if (damaged === 1) onNotice(`states in "${folder}" are damaged: they are computed again`);
      return false;
    },
    read: (key) => fetch(key) ?? inMemory.read(key),
    write(key, bytes) {
      if (isWritable) {
        try {
          append(key, bytes);
          return remember(key, bytes);
        } catch (cause) {
          giveUp(cause);
        }
      }
      inMemory.write(key, bytes);
    },
    refresh,
    close() {
      for (const segment of segments.values()) segment.close();
      segments.clear();
      records.clear();
      recent.clear();
      makeRoom(root, limit, new Set());
    },
  };
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((file) => file.endsWith(SEGMENT));
  } catch {
    return [];
  }
}

function touch(path: string): void {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // Of a folder that may only be read.
  }
}
