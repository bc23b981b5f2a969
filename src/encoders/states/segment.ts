import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync, writeSync } from "node:fs";

/** What a record begins with, and the bytes before its content: mark, length, key (32), checksum (8). */
const MARK = 0x3152_534c;
const HEADER = 48;

/** A record of a segment: where its content lies. */
export interface StateRecord {
  readonly segment: Segment;
  readonly start: number;
  readonly length: number;
  readonly checksum: string;
}

/**
 * A file of records that is only ever appended to, by one process, and read by any. A record that a kill cut short ends the
 * file: what is whole before it can be used.
 */
export class Segment {
  readonly path: string;
  readonly #file: number;
  #end = 0;

  private constructor(path: string, file: number) {
    this.path = path;
    this.#file = file;
  }

  static create(path: string): Segment {
    return new Segment(path, openSync(path, "wx+"));
  }

  static open(path: string): Segment {
    return new Segment(path, openSync(path, "r"));
  }

  get bytes(): number {
    return this.#end;
  }

  /** The records that have been added since the last call. */
  *scan(): Generator<readonly [key: string, record: StateRecord]> {
    const { size } = fstatSync(this.#file);
    const header = Buffer.alloc(HEADER);
    while (this.#end + HEADER <= size) {
      if (readSync(this.#file, header, 0, HEADER, this.#end) < HEADER) return;
      const length = header.readUInt32LE(4);
      if (header.readUInt32LE(0) !== MARK || this.#end + HEADER + length > size) return;
      const start = this.#end + HEADER;
      this.#end = start + length;
      yield [
        header.toString("hex", 8, 40),
        { segment: this, start, length, checksum: header.toString("hex", 40) },
      ];
    }
  }

  append(key: string, content: Uint8Array): StateRecord {
    const record = Buffer.alloc(HEADER + content.length);
    record.writeUInt32LE(MARK, 0);
    record.writeUInt32LE(content.length, 4);
    record.write(key, 8, "hex");
    const checksum = checksumOf(key, content);
    record.write(checksum, 40, "hex");
    record.set(content, HEADER);
    for (let done = 0; done < record.length; ) {
      done += writeSync(this.#file, record, done, record.length - done, this.#end + done);
    }
    const start = this.#end + HEADER;
    this.#end = start + content.length;
    return { segment: this, start, length: content.length, checksum };
  }

  /** The content of a record; undefined where it is not what was written. */
  read(key: string, { start, length, checksum }: StateRecord): Uint8Array | undefined {
    const content = new Uint8Array(length);
    for (let done = 0; done < length; ) {
      const read = readSync(this.#file, content, done, length - done, start + done);
      if (read === 0) return undefined;
      done += read;
    }
    return checksumOf(key, content) === checksum ? content : undefined;
  }

  close(): void {
    closeSync(this.#file);
  }
}

function checksumOf(key: string, content: Uint8Array): string {
  return createHash("sha256").update(key, "hex").update(content).digest("hex").slice(0, 16);
}
