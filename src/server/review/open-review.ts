import { join } from "node:path";
import type { AuditSummary } from "../../audit/audit-summary.ts";
import { UserError } from "../../errors.ts";
import { importAudit } from "./import-audit.ts";
import { checkAuditFolder, fingerprintOf, readAuditFolder } from "./read-audit-folder.ts";
import { openReviewDatabase, type ReviewDatabase, readFact } from "./review-database.ts";

/** The file with the decisions, in the folder of the audit. */
export const REVIEW_FILE = "review.sqlite";

/** Opens the review of an audit; the first time, the audit and its data are read into it. */
export async function openReview(
  dir: string,
  { data }: { readonly data?: readonly string[] } = {},
): Promise<ReviewDatabase> {
  await checkAuditFolder(dir);
  const db = openReviewDatabase(join(dir, REVIEW_FILE));
  try {
    const known = readFact(db, "fingerprint");
    if (known === undefined) {
      importAudit(db, await readAuditFolder(dir, data));
      return db;
    }
    const now = await fingerprintOf(dir);
    if (now !== undefined && now !== known) {
      throw new UserError(`the suggestions in "${dir}" are not those that were reviewed`, {
        hint: `put them back as they were; or move "${REVIEW_FILE}" away, and the review begins anew`,
      });
    }
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** What the audit under review found, in numbers. */
export function auditSummary(db: ReviewDatabase): AuditSummary {
  return JSON.parse(readFact(db, "summary")!) as AuditSummary;
}
