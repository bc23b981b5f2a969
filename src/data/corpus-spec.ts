import { type Completeness, parseCompleteness } from "./completeness.ts";

/** A file, and the completeness of its labels if the caller states it. */
export interface CorpusSpec {
  readonly path: string;
  readonly completeness?: Completeness;
}

/** Reads `FILE`, `FILE:complete`, `FILE:partial` or `FILE:complete=PER,LOC`. Other colons belong to the path. */
export function parseCorpusSpec(text: string): CorpusSpec {
  const found = /^(.+):(complete|partial|complete=.*)$/s.exec(text);
  if (found === null) return { path: text };
  return { path: found[1]!, completeness: parseCompleteness(found[2]!) };
}
