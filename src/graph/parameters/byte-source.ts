import { open } from "node:fs/promises";
import { UserError } from "../../errors.ts";

/** Something with bytes that can be read piece by piece: a file that may be larger than memory, or an array. */
export interface ByteSource {
  /** What to call it in messages: the path, as the user gave it. */
  readonly name: string;
  readonly size: number;
  /** Fills `target` with the bytes from `offset` on. */
  read(offset: number, target: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** One call of the operating system cannot read 2 GB or more. */
const LARGEST_READ = 1 << 26;

export async function fileSource(path: string): Promise<ByteSource> {
  const handle = await open(path, "r").catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === "ENOENT" ? "there is no such file" : cause.message;
    throw new UserError(`cannot read "${path}": ${reason}`, { cause });
  });
  const stats = await handle.stat();
  if (!stats.isFile()) {
    await handle.close();
    throw new UserError(`cannot read "${path}": it is not a file`);
  }
  return {
    name: path,
    size: stats.size,
    async read(offset, target) {
      for (let done = 0; done < target.length; ) {
        const length = Math.min(LARGEST_READ, target.length - done);
        const { bytesRead } = await handle.read(target, done, length, offset + done);
        if (bytesRead === 0) throw new UserError(`cannot read "${path}": it became shorter while being read`);
        done += bytesRead;
      }
    },
    close: () => handle.close(),
  };
}

export function bytesSource(name: string, bytes: Uint8Array): ByteSource {
  return {
    name,
    size: bytes.length,
    read: async (offset, target) => target.set(bytes.subarray(offset, offset + target.length)),
    close: async () => {},
  };
}
