import { open, readFile } from "node:fs/promises";
import { basename } from "node:path";
import { messageOf, UserError } from "../errors.ts";

const LONGEST_HEADER = 100_000_000;

/**
 * Checks that a downloaded file is of the kind its name says. Servers answer 200 with a log-in page, and repositories
 * cloned without Git LFS hold pointers instead of weights: better noticed here than in training.
 */
export async function checkContent(path: string, host: string): Promise<void> {
  const name = basename(path);
  const reason = name.endsWith(".json")
    ? await faultOfJson(path)
    : name.endsWith(".safetensors")
      ? await faultOfSafetensors(path)
      : undefined;
  if (reason === undefined) return;
  throw new UserError(`"${name}" from "${host}" is no ${name.split(".").at(-1)} file: ${reason}`, {
    hint: "check the address; a proxy or the server may have sent a page of its own instead of the file",
  });
}

async function faultOfJson(path: string): Promise<string | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(path, "utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? undefined
      : "it holds no object";
  } catch (error) {
    return messageOf(error);
  }
}

/** The first eight bytes are the length of a JSON header, which begins right after them. */
async function faultOfSafetensors(path: string): Promise<string | undefined> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
    const start = buffer.subarray(0, bytesRead).toString("latin1");
    if (start.startsWith("version https://git-lfs")) return "it is a Git LFS pointer, not the weights";
    if (bytesRead < 9) return `it has only ${size} bytes`;
    const length = buffer.readBigUInt64LE(0);
    if (length > BigInt(Math.min(LONGEST_HEADER, size - 8))) return "its header is longer than the file";
    return start[8] === "{" ? undefined : "it has no header";
  } finally {
    await file.close();
  }
}
