import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { AuditSummary, Suggestion } from "../../audit/index.ts";
import {
  auditFiles,
  checkWords,
  readAuditData,
  readSavedAudit,
  readSuggestions,
  readSummary,
} from "../../audit/index.ts";
import type { Sentence } from "../../data/index.ts";
import { parseCorpusSpec } from "../../data/index.ts";
import { UserError } from "../../errors.ts";
import { sha256OfFile } from "../../files/index.ts";

/** The contents of an audit folder, with the audited sentences. */
export interface AuditFolderContents {
  readonly name: string;
  readonly summary: AuditSummary;
  readonly sentences: readonly Sentence[];
  /** Evidence may have been removed by hand. */
  readonly suggestions: readonly (Omit<Suggestion, "evidence"> & Partial<Pick<Suggestion, "evidence">>)[];
  /** SHA-256 of the file of suggestions. */
  readonly fingerprint: string;
}

/** Throws if a folder holds no finished audit, and says what it holds. */
export async function checkAuditFolder(dir: string): Promise<void> {
  const found = await stat(dir).catch(() => undefined);
  if (found === undefined) throw new UserError(`there is no folder "${dir}"`, { hint: HOW_MADE });
  if (!found.isDirectory())
    throw new UserError(`"${dir}" is a file, not the folder of an audit`, { hint: HOW_MADE });
  if (existsSync(join(dir, auditFiles.summary))) return;
  if (existsSync(join(dir, auditFiles.config))) {
    throw new UserError(`the audit in "${dir}" is not finished`, {
      hint: `resume it: lacuna audit --out ${dir} --resume`,
    });
  }
  throw new UserError(`there is no audit in "${dir}"`, { hint: HOW_MADE });
}

const HOW_MADE = "name the folder that `lacuna audit --out DIR` wrote";

/** Reads an audit and its data. `data` names the files, if they have moved. */
export async function readAuditFolder(dir: string, data?: readonly string[]): Promise<AuditFolderContents> {
  await checkAuditFolder(dir);
  const summary = await readSummary(dir);
  const files = data ?? summary.data.files;
  const missing = files.find((file) => !existsSync(parseCorpusSpec(file).path));
  if (missing !== undefined) {
    throw new UserError(`the audited file "${missing}" is not there`, {
      hint: "run the command in the folder where the audit was made, or name the files with --data",
    });
  }
  const reading = await readSavedAudit(dir).then(
    ({ config }) => config.reading,
    () => null,
  );
  const { sentences } = await readAuditData(files, { reading });
  checkWords(sentences, summary.data.fingerprint);
  const path = join(dir, auditFiles.suggestions);
  const suggestions = (await readSuggestions(path)) as unknown as AuditFolderContents["suggestions"];
  const names = files.map((file) => basename(parseCorpusSpec(file).path));
  return {
    name: names.length > 2 ? `${names[0]} and ${names.length - 1} more` : names.join(" and "),
    summary,
    sentences,
    suggestions,
    fingerprint: (await fingerprintOf(dir))!,
  };
}

/** SHA-256 of the file of suggestions; undefined if there is none. */
export async function fingerprintOf(dir: string): Promise<string | undefined> {
  return sha256OfFile(join(dir, auditFiles.suggestions)).catch(() => undefined);
}
