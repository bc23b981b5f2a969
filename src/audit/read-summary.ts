import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { messageOf, UserError } from "../errors.ts";
import { auditFiles } from "./folder.ts";
import type { AuditSummary } from "./summary.ts";

/** What others use of a summary: the rest is for people. */
const summaryShape = z.looseObject({
  data: z.looseObject({ files: z.array(z.string()), fingerprint: z.string() }),
  total: z.looseObject({ missing: z.object({ value: z.number(), low: z.number(), high: z.number() }) }),
});

/** The summary in the folder of an audit. */
export async function readSummary(dir: string): Promise<AuditSummary> {
  const path = join(dir, auditFiles.summary);
  const refuse = (why: string, cause: unknown) =>
    new UserError(`cannot read "${path}": ${why}`, {
      cause,
      hint: "put it back from a copy, or make the audit anew",
    });
  let value: unknown;
  try {
    value = JSON.parse(await readFile(path, "utf8"));
  } catch (cause) {
    throw refuse(messageOf(cause), cause);
  }
  const { success, error } = summaryShape.safeParse(value);
  if (success) return value as AuditSummary;
  const { path: key, message } = error.issues[0]!;
  throw refuse(`it is not the summary of an audit (${key.join(".") || "all of it"}: ${message})`, error);
}
