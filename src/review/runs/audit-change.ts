import { existsSync } from "node:fs";
import { join } from "node:path";
import { auditFiles, readSuggestions, readSummary } from "../../audit/index.ts";
import { entityKey } from "../../data/index.ts";
import type { AuditChange, AuditExample, Status } from "../api.ts";
import type { ReviewDatabase } from "../store/database.ts";
import { auditSummary } from "../store/open-review.ts";

/** How many examples of each are listed. */
const LISTED = 200;

/** How an audit of the reviewed data differs from the audit under review; null if there is none. Sentences keep their numbers. */
export async function auditChange(db: ReviewDatabase, dir: string): Promise<AuditChange | null> {
  if (!existsSync(join(dir, auditFiles.summary))) return null;
  const now = (await readSuggestions(join(dir, auditFiles.suggestions))).map(
    ({ kind, sentence, start, end, label, probability, text }): AuditExample => ({
      kind,
      sentence,
      start,
      end,
      label,
      probability,
      text,
    }),
  );
  const before = db
    .prepare(
      'SELECT kind, sentence, start, "end", label, probability, text, status FROM suggestions ORDER BY id',
    )
    .all() as (AuditExample & { status: Status })[];
  const keysNow = new Set(now.map(keyOf));
  const keysBefore = new Set(before.map(keyOf));
  const appeared = now.filter((one) => !keysBefore.has(keyOf(one)));
  const vanished = before.filter((one) => !keysNow.has(keyOf(one)));
  return {
    suggestions: now.length,
    appeared: appeared.length,
    vanished: vanished.length,
    kept: now.length - appeared.length,
    missing: { before: auditSummary(db).total.missing, after: (await readSummary(dir)).total.missing },
    examples: { appeared: appeared.slice(0, LISTED), vanished: vanished.slice(0, LISTED) },
  };
}

function keyOf(one: AuditExample): string {
  return `${one.sentence} ${one.kind} ${entityKey(one)}`;
}
