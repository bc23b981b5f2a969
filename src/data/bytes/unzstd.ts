import { Decompress } from "fzstd";

/** The window that zstd itself accepts by default: 2^27. A header that asks for more is not believed. */
const MAX_WINDOW = 1 << 27;
const MAGIC = 0xfd2fb528;
const SKIPPABLE = 0x184d2a50;

/**
 * Decompresses zstd frames block by block. The decoder would give all that it can make of a chunk at once, and 4 bytes
 * may stand for 128 KiB; so the frames are taken apart here, and it never sees more than one block.
 *
 * @param cut whether the stream is only the beginning of one, whose end is no error
 */
export async function* unzstd(chunks: AsyncIterable<Buffer>, cut = false): AsyncGenerator<Buffer> {
  const source = new Source(chunks);
  try {
    while (await source.has(1)) {
      const magic = (await source.peek(4)).readUInt32LE(0);
      if ((magic & 0xfffffff0) >>> 0 === SKIPPABLE) {
        const header = await source.take(8);
        await source.skip(header.readUInt32LE(4));
      } else if (magic === MAGIC) {
        yield* readFrame(source);
      } else {
        throw new BrokenZstd("something else follows");
      }
    }
  } catch (error) {
    if (!(cut && error instanceof EndOfData)) throw error;
  } finally {
    await source.close();
  }
}

async function* readFrame(source: Source): AsyncGenerator<Buffer> {
  const { length, window, checksum } = headerOf(await source.peek(5));
  const header = await source.take(length);
  const size = window(header);
  if (size > MAX_WINDOW) {
    throw new BrokenZstd(`it needs a window of ${Math.ceil(size / 2 ** 20)} MiB; at most 128 are read`);
  }
  const made: Buffer[] = [];
  const decoder = new Decompress((data) => {
    if (data.length > 0) made.push(Buffer.from(data.buffer, data.byteOffset, data.length));
  });
  let first = true;
  for (let last = false; !last; ) {
    const head = (await source.peek(3)).readUIntLE(0, 3);
    last = (head & 1) === 1;
    const type = (head >> 1) & 3;
    const stated = head >> 3;
    if (type === 3 || stated > 1 << 17) throw new BrokenZstd("a block has no valid header");
    const block = await source.take(3 + (type === 1 ? 1 : stated) + (last && checksum ? 4 : 0));
    try {
      decoder.push(first ? Buffer.concat([header, block]) : block, last);
    } catch (cause) {
      // Whatever the decoder stumbles over: it checks little.
      throw new BrokenZstd("a block cannot be decoded", { cause });
    }
    first = false;
    yield* made;
    made.length = 0;
  }
}

/** The length of a frame's header, told from its fifth byte, and how to find the window's size in it. */
function headerOf(start: Buffer) {
  const flags = start[4]!;
  const single = (flags >> 5) & 1;
  const dictionary = [0, 1, 2, 4][flags & 3]!;
  const sizeBytes = [single, 2, 4, 8][flags >> 6]!;
  const length = 5 + (1 - single) + dictionary + sizeBytes;
  const window = (header: Buffer): number => {
    if (single === 0) {
      const base = 2 ** (10 + (header[5]! >> 3));
      return base + (base / 8) * (header[5]! & 7);
    }
    const at = length - sizeBytes;
    if (sizeBytes === 8) return Number(header.readBigUInt64LE(at));
    return header.readUIntLE(at, sizeBytes) + (sizeBytes === 2 ? 256 : 0);
  };
  return { length, window, checksum: (flags & 4) !== 0 };
}

class BrokenZstd extends Error {
  /** A number, as in the decoder's own errors. */
  readonly code = 0;
}

class EndOfData extends BrokenZstd {}

/** Exact numbers of bytes from a stream of chunks. */
class Source {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  async has(bytes: number): Promise<boolean> {
    const parts = [this.#rest];
    let length = this.#rest.length;
    while (length < bytes) {
      const next = await this.#chunks.next();
      if (next.done) break;
      parts.push(next.value);
      length += next.value.length;
    }
    if (parts.length > 1) this.#rest = Buffer.concat(parts);
    return length >= bytes;
  }

  async peek(bytes: number): Promise<Buffer> {
    if (!(await this.has(bytes))) throw new EndOfData("it breaks off");
    return this.#rest.subarray(0, bytes);
  }

  async take(bytes: number): Promise<Buffer> {
    const taken = await this.peek(bytes);
    this.#rest = this.#rest.subarray(bytes);
    return taken;
  }

  /** Passes over bytes without keeping them. */
  async skip(bytes: number): Promise<void> {
    let left = bytes;
    while (left > 0) {
      await this.peek(1);
      const step = Math.min(left, this.#rest.length);
      this.#rest = this.#rest.subarray(step);
      left -= step;
    }
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
