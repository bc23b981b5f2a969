import { join } from "node:path";
import type { AuditSummary } from "../../audit/index.ts";
import { UserError } from "../../errors.ts";
import { lockReview, openReviewDatabase, type ReviewDatabase, readFact } from "./database.ts";
import { importAudit } from "./import-audit.ts";
import { checkAuditFolder, fingerprintOf, readAuditFolder } from "./read-audit-folder.ts";

/** The file with the decisions, in the folder of the audit. */
const REVIEW_FILE = "review.sqlite";

/** The open review of an audit. */
interface OpenedReview {
  readonly db: ReviewDatabase;
  /** Closes it and lets other processes open it. */
  close(): void;
}

/** Opens the review of an audit; the first time, copies the audit and its data into it. */
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

/** Copies the audit into a new review, and checks that an old one still belongs to this audit. */
async function fill(db: ReviewDatabase, dir: string, data: readonly string[] | undefined): Promise<void> {
  const known = readFact(db, "fingerprint");
  if (known === undefined) {
    importAudit(db, await readAuditFolder(dir, data));
    return;
  }
  const now = await fingerprintOf(dir);
  if (now !== undefined && now !== known) {
    throw new UserError(`the suggestions in "${dir}" are not those that were reviewed`, {
      hint: `restore them, or move "${REVIEW_FILE}" away to start the review afresh`,
    });
  }
}

/** The summary of the audit under review. */
export function auditSummary(db: ReviewDatabase): AuditSummary {
  return JSON.parse(readFact(db, "summary")!) as AuditSummary;
}
