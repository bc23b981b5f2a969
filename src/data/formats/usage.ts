import { UserError } from "../../errors.ts";
import type { FilePosition, ReadLog } from "../read-log.ts";
import { fieldNames, likelyTextField } from "./json/text-field.ts";
import { isRecord } from "./json-shape.ts";

/**
 * Watches that something of a file is used. A file of which everything was dropped is an error, not an empty corpus:
 * most likely it is of another format, or its text is in a field of another name.
 */
export class Usage {
  readonly #file: string;
  readonly #log: ReadLog;
  readonly #before: ReadonlyMap<string, number>;
  #used = false;
  #first: { readonly value: unknown; readonly at: FilePosition } | undefined;

  constructor(file: string, log: ReadLog) {
    this.#file = file;
    this.#log = log;
    this.#before = new Map(log.counts);
  }

  used(): void {
    this.#used = true;
  }

  /** A record that was dropped; the first is shown. */
  unused(value: unknown, at: FilePosition): void {
    this.#first ??= { value, at };
  }

  /** To be called at the end of the file. */
  check(): void {
    if (this.#used) return;
    const reasons: string[] = [];
    for (const [reason, count] of this.#log.counts) {
      const here = count - (this.#before.get(reason) ?? 0);
      if (here > 0) reasons.push(`${here} × ${reason}`);
    }
    if (reasons.length === 0) return;
    throw new UserError(
      `"${this.#file}": nothing in it could be used: ${reasons.join(", ")}${this.#example()}`,
      { hint: this.#hint() },
    );
  }

  /** The first record, or what was said of it. */
  #example(): string {
    const { value, at } = this.#first ?? {};
    if (isRecord(value) && at !== undefined) return `; line ${at.line} has ${fieldNames(value)}`;
    const notice = this.#log.notices.findLast(({ file }) => file === this.#file);
    return notice === undefined ? "" : `; line ${notice.line}: ${notice.detail}`;
  }

  #hint(): string {
    const likely = isRecord(this.#first?.value) ? likelyTextField(this.#first.value) : undefined;
    if (likely === undefined) return "if it is of another format, name that with --from";
    return `if a field holds the text, name it: --text-field ${likely}; another format is named with --from`;
  }
}
