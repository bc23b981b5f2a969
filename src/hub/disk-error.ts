import { storageError } from "../storage-error.ts";

/** Runs work on the disk; errors that the user can fix are explained, with the path. */
export async function onDisk<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const hint =
      "another folder can be chosen with --cache DIR or LACUNA_CACHE; what was fetched so far is kept";
    throw storageError(cause, { path, hint }) ?? cause;
  }
}
