import { createHash } from "node:crypto";
import type { Sentence } from "../../data/index.ts";

/** A short sum over everything that training reads from its sentences: a resumed run must find the same. */
export function dataFingerprint(train: readonly Sentence[], dev: readonly Sentence[]): string {
  const sum = createHash("sha256");
  for (const sentences of [train, dev]) {
    sum.update(`${sentences.length}\n`);
    for (const { tokens, entities, completeness, unknown = [] } of sentences) {
      const places = entities.map(({ start, end, label }) => [start, end, label]);
      sum.update(`${JSON.stringify([tokens, places, completeness, unknown])}\n`);
    }
  }
  return sum.digest("hex");
}
