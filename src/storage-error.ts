import { UserError } from "./errors.ts";

/** The disk refused: it is full, a folder may not be written, too many files are open. Nothing is wrong with the program or its input. */
export class StorageError extends UserError {
  override name = "StorageError";
}

/** What is refused, in words, by the code of the system or of the database. */
const reasons: ReadonlyMap<string, string> = new Map([
  ["ENOSPC", "the disk is full"],
  ["EDQUOT", "your quota is used up"],
  ["EFBIG", "the file would be larger than this system allows"],
  ["EACCES", "permission denied"],
  ["EPERM", "permission denied"],
  ["EROFS", "the file system is read-only"],
  ["EIO", "the disk does not answer as it should"],
  ["EISDIR", "it is a folder"],
  ["ENOTDIR", "a part of the path is a file, not a folder"],
  ["ELOOP", "its links lead in a circle"],
  ["ENAMETOOLONG", "the name is too long"],
  ["EMFILE", "too many open files"],
  ["ENFILE", "too many open files on this machine"],
  ["SQLITE_FULL", "the disk is full"],
  ["SQLITE_IOERR", "the disk does not answer as it should"],
  ["SQLITE_READONLY", "it may not be written"],
  ["SQLITE_CANTOPEN", "it cannot be opened"],
]);

/** What was being done, by the name of the system call. */
const verbs: ReadonlyMap<string, string> = new Map([
  ["mkdir", "create"],
  ["mkdtemp", "create"],
  ["read", "read"],
  ["scandir", "read"],
  ["stat", "look at"],
  ["lstat", "look at"],
  ["rename", "rename"],
  ["unlink", "remove"],
  ["rm", "remove"],
  ["rmdir", "remove"],
]);

/** An error of the system or the database as the user is told it; undefined where it is none that the user can mend. */
export function storageError(
  cause: unknown,
  { path, hint }: { readonly path?: string; readonly hint?: string } = {},
): StorageError | undefined {
  const { code, syscall = "", path: named } = (cause ?? {}) as NodeJS.ErrnoException;
  if (typeof code !== "string") return undefined;
  // The database has finer codes, such as SQLITE_IOERR_WRITE.
  const reason = reasons.get(code) ?? reasons.get(code.split("_").slice(0, 2).join("_"));
  if (reason === undefined) return undefined;
  const where = path ?? named;
  // Who names a path means all that was done for it, most of which is to write.
  const verb = (path === undefined ? verbs.get(syscall) : undefined) ?? "write";
  const what = where === undefined ? "" : `cannot ${verb} "${where}": `;
  return new StorageError(`${what}${reason}`, { ...(hint !== undefined && { hint }), cause });
}
