import { createHash } from "node:crypto";

/** A short hash of the source text of functions; anything else in the list is passed over. */
export function sourceVersion(parts: readonly unknown[]): string {
  const sum = createHash("sha256");
  for (const part of parts) if (typeof part === "function") sum.update(`${part}\n`);
  return sum.digest("hex").slice(0, 12);
}
