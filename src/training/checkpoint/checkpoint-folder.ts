import { mkdir, readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { UserError } from "../../errors.ts";
import { discardFolder, removeLeftovers, replaceFolder, syncFolder } from "../../files/index.ts";
import { type Checkpoint, readCheckpoint, type WrittenCheckpoint, writeCheckpoint } from "./checkpoint.ts";

interface CheckpointFolderOptions {
  /** Told of each checkpoint that is passed over, and why. */
  readonly onDamaged?: (path: string, reason: string) => void;
}

/**
 * The checkpoints of one training run, in `DIR/checkpoints/step-00001234/`.
 *
 * A kill at any moment leaves the newest checkpoint that `save` has returned from, or a newer one, complete. The one
 * before it is kept as well, for the day the disk loses a byte. One process at a time may write to a folder.
 */
export class CheckpointFolder {
  readonly #dir: string;
  readonly #root: string;
  readonly #onDamaged: (path: string, reason: string) => void;
  readonly #damaged = new Set<string>();
  #latest: WrittenCheckpoint | undefined;

  constructor(dir: string, { onDamaged = () => {} }: CheckpointFolderOptions = {}) {
    this.#dir = dir;
    this.#root = join(dir, "checkpoints");
    this.#onDamaged = onDamaged;
  }

  /**
   * Writes a checkpoint and removes all but the one before it. Later steps are removed as well: the run that they came
   * from went back, or was another. The tensors are the live ones, so do not train before this returns.
   *
   * `bestVersion` is another number for other best weights, such as the step they are from: as long as it stays the
   * same, their file is linked and not written again.
   */
  async save(checkpoint: Checkpoint, bestVersion?: number): Promise<void> {
    const folder = join(this.#root, nameOf(checkpoint.step));
    await this.#make();
    await removeLeftovers(this.#root, { isOurs: true });
    let manifest: WrittenCheckpoint["manifest"];
    await replaceFolder(folder, async (temporary) => {
      manifest = await writeCheckpoint(temporary, checkpoint, { bestVersion, earlier: this.#latest });
    });
    this.#latest = { folder, bestVersion, manifest: manifest! };
    this.#damaged.delete(folder);
    await this.#prune(checkpoint.step);
  }

  /** The newest checkpoint that is sound, every byte of it checked; undefined where there is none. */
  async load(): Promise<Checkpoint | undefined> {
    for (const { path } of await this.#list()) {
      try {
        const { checkpoint, written } = await readCheckpoint(path);
        this.#latest = written;
        return checkpoint;
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        this.#damaged.add(path);
        this.#onDamaged(path, error.message);
      }
    }
    return undefined;
  }

  /** Removes all checkpoints in one step: a kill leaves all or none. */
  async clear(): Promise<void> {
    this.#latest = undefined;
    await discardFolder(this.#root);
    await removeLeftovers(this.#dir, { name: basename(this.#root), isOurs: true }).catch(unlessMissing);
    await syncFolder(this.#dir);
  }

  async #make(): Promise<void> {
    try {
      const made = await mkdir(this.#root, { recursive: true });
      if (made === undefined) return;
      await syncFolder(dirname(made));
      await syncFolder(this.#dir);
    } catch (cause) {
      throw new UserError(`cannot write "${this.#root}": ${(cause as Error).message}`, { cause });
    }
  }

  /** Newest first. One that stepped aside for a newer one of the same step comes after that. */
  async #list(): Promise<{ readonly step: number; readonly path: string }[]> {
    const names = (await readdir(this.#root).catch(unlessMissing)) ?? [];
    return names
      .flatMap((name) => {
        const [, digits] = name.match(/^step-(\d{8,})$/) ?? name.match(/^\.step-(\d{8,})\.old$/) ?? [];
        return digits === undefined ? [] : [{ step: Number(digits), path: join(this.#root, name) }];
      })
      .sort((a, b) => b.step - a.step || Number(isAside(a.path)) - Number(isAside(b.path)));
  }

  async #prune(newest: number): Promise<void> {
    const others = (await this.#list()).filter(({ step }) => step !== newest);
    const kept = others.find(({ step, path }) => step < newest && !this.#damaged.has(path));
    for (const other of others) if (other !== kept) await discardFolder(other.path);
  }
}

function isAside(path: string): boolean {
  return basename(path).startsWith(".");
}

function nameOf(step: number): string {
  return `step-${String(step).padStart(8, "0")}`;
}

function unlessMissing(cause: NodeJS.ErrnoException): undefined {
  if (cause.code !== "ENOENT") throw cause;
}
