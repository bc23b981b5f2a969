import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseAuditConfig } from "../../../src/audit/config.ts";
import { wordsFingerprint } from "../../../src/audit/data.ts";
import { auditFiles } from "../../../src/audit/folder.ts";
import { spanText } from "../../../src/audit/suggest/find-suggestions.ts";
import type { Suggestion } from "../../../src/audit/suggest/suggestion.ts";
import type { AuditSummary } from "../../../src/audit/summary.ts";
import { type Sentence, writeCorpus } from "../../../src/data/index.ts";
import { madeUpAudit } from "./made-up-audit.ts";

/** A folder with an audit in it, as `lacuna audit` leaves it, and its data beside it. */
export interface AuditOnDisk {
  /** All is below it. */
  readonly root: string;
  /** The folder of the audit. */
  readonly dir: string;
  readonly data: string;
  readonly suggestions: readonly Suggestion[];
  readonly sentences: readonly Sentence[];
  remove(): void;
}

export interface AuditOnDiskOptions {
  readonly size?: number;
  readonly audit?: Pick<AuditOnDisk, "suggestions" | "sentences"> & { readonly summary: AuditSummary };
  /** Keys of the training config. */
  readonly train?: object;
}

/** Writes a made-up audit to a temporary folder. */
export async function writeAudit({
  size = 60,
  audit = madeUpAudit({ size }),
  train = {},
}: AuditOnDiskOptions = {}): Promise<AuditOnDisk> {
  const root = mkdtempSync(join(tmpdir(), "lacuna-review-"));
  const dir = join(root, "audit");
  const data = join(root, "masked.jsonl");
  await writeCorpus(data, audit.sentences);
  const { sentences } = audit;
  // What is made up joins words by blanks; an audit gives them as they stand in the text.
  const suggestions = audit.suggestions.map((one) => ({
    ...one,
    text: spanText(sentences[one.sentence]!, one),
  }));
  const summary = {
    ...audit.summary,
    data: { ...audit.summary.data, files: [data], fingerprint: wordsFingerprint(sentences) },
  };
  mkdirSync(dir);
  writeFileSync(
    join(dir, auditFiles.suggestions),
    suggestions.map((one) => `${JSON.stringify(one)}\n`).join(""),
  );
  writeFileSync(join(dir, auditFiles.summary), JSON.stringify(summary));
  const config = parseAuditConfig({ data: [data], train, folds: 2 }, "test");
  writeFileSync(join(dir, auditFiles.config), JSON.stringify({ fingerprint: "0", ...config }));
  return {
    root,
    dir,
    data,
    suggestions,
    sentences,
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** A sentence of words with entities, as a test writes it: `[start, end, label]`. */
export function sentenceOf(words: string, ...entities: [number, number, string][]): Sentence {
  return {
    tokens: words.split(" "),
    entities: entities.map(([start, end, label]) => ({ start, end, label })),
    completeness: "partial",
    source: "masked.jsonl",
  };
}

/** A suggestion for a sentence, as a test writes it. */
export function suggestionOf(
  sentences: readonly Sentence[],
  sentence: number,
  [start, end, label]: [number, number, string],
  { probability = 0.9, was }: { probability?: number; was?: [number, number, string] } = {},
): Suggestion {
  const core = {
    sentence,
    start,
    end,
    label,
    probability,
    suggested: probability >= 0.5,
    text: sentences[sentence]!.tokens.slice(start, end).join(" "),
    evidence: { score: probability, surface: { labelled: 1, occurrences: 2 }, neighbours: [] },
  };
  if (was === undefined) return { kind: "missed", ...core };
  const [first, last, old] = was;
  const reason = first === start && last === end ? "type" : "boundary";
  return { kind: "wrong", reason, was: { start: first, end: last, label: old }, ...core };
}
