import { join } from "node:path";
import type { AuditSummary } from "../../audit/index.ts";
import { UserError } from "../../errors.ts";
import { lockReview, openReviewDatabase, type ReviewDatabase, readFact } from "./database.ts";
import { importAudit } from "./import-audit.ts";
import { checkAuditFolder, fingerprintOf, readAuditFolder } from "./read-audit-folder.ts";

/** The file with the decisions, in the folder of the audit. */
const REVIEW_FILE = "review.sqlite";

/** The review of an audit, as long as it is open. */
interface OpenedReview {
  readonly db: ReviewDatabase;
  /** Lets others open it. */
  close(): void;
}

/** Opens the review of an audit; the first time, the audit and its data are read into it. */
export async function openReview(
  dir: string,
  { data }: { readonly data?: readonly string[] } = {},
): Promise<OpenedReview> {
  await checkAuditFolder(dir);
  const path = join(dir, REVIEW_FILE);
  const unlock = lockReview(path);
  let db: ReviewDatabase | undefined;
  const close = () => {
    db?.close();
    unlock();
  };
  try {
    db = openReviewDatabase(path);
    await fill(db, dir, data);
    return { db, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Reads the audit into a new review, and makes sure that an old one is still about the same. */
async function fill(db: ReviewDatabase, dir: string, data: readonly string[] | undefined): Promise<void> {
  const known = readFact(db, "fingerprint");
  if (known === undefined) {
    importAudit(db, await readAuditFolder(dir, data));
    return;
  }
  const now = await fingerprintOf(dir);
  if (now !== undefined && now !== known) {
    throw new UserError(`the suggestions in "${dir}" are not those that were reviewed`, {
      hint: `put them back as they were; or move "${REVIEW_FILE}" away, and the review begins anew`,
    });
  }
}

/** What the audit under review found, in numbers. */
export function auditSummary(db: ReviewDatabase): AuditSummary {
  return JSON.parse(readFact(db, "summary")!) as AuditSummary;
}
