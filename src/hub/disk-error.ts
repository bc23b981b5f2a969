import { codeOf, UserError } from "../errors.ts";

const causes = new Map([
  ["ENOSPC", "the disk is full"],
  ["EDQUOT", "your quota is used up"],
  ["EACCES", "permission denied"],
  ["EPERM", "permission denied"],
  ["EROFS", "the file system is read-only"],
  ["ENOTDIR", "a part of the path is a file, not a folder"],
  ["ENAMETOOLONG", "the name is too long"],
  ["EMFILE", "too many open files"],
]);

/** Runs work on the disk; errors that the user can fix are explained, with the path. */
export async function onDisk<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const reason = causes.get(codeOf(cause) ?? "");
    if (reason === undefined) throw cause;
    throw new UserError(`cannot write "${path}": ${reason}`, {
      hint: "another folder can be chosen with --cache DIR or LACUNA_CACHE; what was fetched so far is kept",
      cause,
    });
  }
}
