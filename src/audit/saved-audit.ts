import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "../errors.ts";
import { writeJson } from "../files/index.ts";
import { type AuditConfig, parseAuditConfig } from "./config.ts";
import { auditFiles } from "./folder.ts";

/** What an audit is about: a resumed one must be about the same. */
export interface SavedAudit {
  readonly config: AuditConfig;
  /** Over words, labels and completeness of all sentences. */
  readonly fingerprint: string;
}

export async function saveAudit(out: string, { config, fingerprint }: SavedAudit): Promise<void> {
  await writeJson(join(out, auditFiles.config), { fingerprint, ...config });
}

/** Reads what the audit in a folder is about. */
export async function readSavedAudit(out: string): Promise<SavedAudit> {
  const path = join(out, auditFiles.config);
  const text = await readFile(path, "utf8").catch((cause: NodeJS.ErrnoException) => {
    throw new UserError(`there is no audit to resume in "${out}"`, {
      hint: "leave out --resume to begin one",
      cause,
    });
  });
  const { fingerprint, ...config } = savedIn(text, path);
  return { config: parseAuditConfig(config, path), fingerprint };
}

function savedIn(text: string, path: string): { readonly fingerprint: string } {
  const value = parsed(text);
  if (typeof value === "object" && value !== null && "fingerprint" in value) {
    if (typeof value.fingerprint === "string") return { ...value, fingerprint: value.fingerprint };
  }
  throw new UserError(`"${path}" is damaged: it does not say what the audit is about`, {
    hint: "put it back from a copy, or audit anew in another folder",
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
