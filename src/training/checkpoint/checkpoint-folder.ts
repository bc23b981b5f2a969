import { mkdir, readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { UserError } from "../../errors.ts";
import { discardFolder, removeLeftovers, replaceFolder, syncFolder } from "../../files/index.ts";
import { storageError } from "../../storage-error.ts";
import {
  type Checkpoint,
  readCheckpoint,
  UnusableCheckpoint,
  type WrittenCheckpoint,
  writeCheckpoint,
} from "./checkpoint.ts";

interface CheckpointFolderOptions {
  /** The hash of the run: checkpoints carry it, and those of another run are refused. */
  readonly run?: string;
  /** Whether checkpoints that carry no hash are taken all the same: the run was begun before they did. */
  readonly allowsUnmarked?: boolean;
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
  readonly #run: string | undefined;
  readonly #allowsUnmarked: boolean;
  readonly #onDamaged: (path: string, reason: string) => void;
  readonly #damaged = new Set<string>();
  #latest: WrittenCheckpoint | undefined;

  constructor(
    dir: string,
    { run, allowsUnmarked = false, onDamaged = () => {} }: CheckpointFolderOptions = {},
  ) {
    this.#dir = dir;
    this.#run = run;
    this.#allowsUnmarked = allowsUnmarked;
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
    // It may be no folder at all, and could not be replaced.
    if (this.#damaged.has(folder)) await discardFolder(folder);
    let manifest: WrittenCheckpoint["manifest"];
    await replaceFolder(folder, async (temporary) => {
      manifest = await writeCheckpoint(temporary, checkpoint, {
        bestVersion,
        earlier: this.#latest,
        run: this.#run,
      });
    });
    this.#latest = { folder, bestVersion, manifest: manifest!, run: this.#run };
    this.#damaged.delete(folder);
    await this.#prune(checkpoint.step);
  }

  /**
   * The newest checkpoint that is sound, every byte of it checked; undefined where none was written yet. Where all that were are
   * damaged this is an error: to begin again would remove them, and with them what could still be saved by hand.
   */
  async load(): Promise<Checkpoint | undefined> {
    const reasons: string[] = [];
    for (const { path, step } of await this.#list()) {
      try {
        const { checkpoint, written } = await readCheckpoint(path);
        this.#checkRun(written);
        if (checkpoint.step !== step) throw new UserError(`"${path}" is of step ${checkpoint.step}`);
        this.#latest = written;
        return checkpoint;
      } catch (cause) {
        const error = storageError(cause) ?? cause;
        if (!(error instanceof UserError) || error instanceof UnusableCheckpoint) throw error;
        this.#damaged.add(path);
        this.#onDamaged(path, error.message);
        reasons.push(error.message);
      }
    }
    if (reasons.length === 0) return undefined;
    throw new UserError(
      ["no checkpoint of the run can be read", ...reasons.map((reason) => `  ${reason}`)].join("\n"),
      { hint: "put one back from a copy, or begin the run anew with --overwrite (overwrite: true)" },
    );
  }

  #checkRun({ folder, run }: WrittenCheckpoint): void {
    if (this.#run === undefined || run === this.#run || (run === undefined && this.#allowsUnmarked)) return;
    throw new UnusableCheckpoint(
      `"${folder}" is a checkpoint of another run: of other data, or another config`,
      {
        hint: "move it out of the folder to go on with the checkpoints of this run",
      },
    );
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
    const names =
      (await readdir(this.#root).catch((cause: NodeJS.ErrnoException) => {
        if (cause.code !== "ENOENT") throw storageError(cause) ?? cause;
      })) ?? [];
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
