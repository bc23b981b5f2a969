import { once } from "node:events";
import { detectFromSample } from "../../data/index.ts";

/** Tells the format of standard input from how it begins, and leaves it unread; raw text where it is nothing else. */
export async function stdinFormat(stdin: NodeJS.ReadStream = process.stdin): Promise<string> {
  let chunk: Buffer | string | null = stdin.read();
  while (chunk === null && !stdin.readableEnded) {
    await Promise.race([once(stdin, "readable"), once(stdin, "end")]);
    chunk = stdin.read();
    if (stdin.readableEnded || stdin.closed) break;
  }
  if (chunk === null) return "text";
  stdin.unshift(chunk);
  return detectFromSample(chunk.toString())?.name ?? "text";
}
