import { UserError, type Warning } from "../errors.ts";

/** A line of a file, for messages. */
export interface FilePosition {
  readonly file: string;
  /** Counted from 1; in a Parquet file the row, in a JSON array the item. */
  readonly line: number;
}

/** One thing that was dropped from, or repaired in, what was read. */
export interface Notice extends FilePosition {
  readonly kind: "dropped" | "repaired";
  /** The same words for every case of its kind, e.g. "offsets past the end of the text". */
  readonly reason: string;
  /** What exactly, e.g. `"PER" at 10–99`. */
  readonly detail: string;
}

/**
 * Collects what a reader or writer dropped, repaired or assumed. All notices
 * are counted; the first of each reason are kept in memory, and `onNotice` gets every one.
 * With `strict`, the first notice is an error instead.
 */
export class ReadLog {
  /** How many notices each reason has. */
  readonly counts = new Map<string, number>();
  /** The first `keep` notices of each reason (default: 100). */
  readonly notices: Notice[] = [];
  /** What was assumed (completeness, tagging scheme …), each once. */
  readonly assumptions = new Set<string>();
  /** How many sentences of each file came without a word on whether their labels are complete. */
  readonly unstated = new Map<string, number>();
  /** What must be known before the data is used. */
  readonly warnings: Warning[] = [];
  readonly #strict: boolean;
  readonly #keep: number;
  readonly #onNotice: ((notice: Notice) => void) | undefined;

  constructor(options: { strict?: boolean; keep?: number; onNotice?: (notice: Notice) => void } = {}) {
    this.#strict = options.strict ?? false;
    this.#keep = options.keep ?? 100;
    this.#onNotice = options.onNotice;
  }

  /** How many things were dropped or repaired. */
  get total(): number {
    let total = 0;
    for (const count of this.counts.values()) total += count;
    return total;
  }

  add(notice: Notice): void {
    if (this.#strict) {
      throw new UserError(`${notice.file}:${notice.line}: ${notice.reason}: ${notice.detail}`, {
        hint: `without --strict it would be ${notice.kind} and reported`,
      });
    }
    const count = (this.counts.get(notice.reason) ?? 0) + 1;
    this.counts.set(notice.reason, count);
    if (count <= this.#keep) this.notices.push(notice);
    this.#onNotice?.(notice);
  }

  drop({ file, line }: FilePosition, reason: string, detail: string): void {
    this.add({ kind: "dropped", reason, file, line, detail });
  }

  repair({ file, line }: FilePosition, reason: string, detail: string): void {
    this.add({ kind: "repaired", reason, file, line, detail });
  }

  assume(what: string): void {
    this.assumptions.add(what);
  }

  /** Counts sentences of whose completeness nothing is said. */
  leaveUnstated(file: string, sentences = 1): void {
    this.unstated.set(file, (this.unstated.get(file) ?? 0) + sentences);
  }

  warn(message: string, ...advice: string[]): void {
    this.warnings.push({ message, advice });
  }
}
