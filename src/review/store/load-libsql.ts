import { createRequire } from "node:module";
import type Database from "libsql";
import { UserError } from "../../errors.ts";

/**
 * The database engine. Its native code is a package per platform, which `npm install --omit=optional` leaves out, so that
 * it is loaded only when a review is opened, and missing is a mistake with a cure.
 */
export function loadLibsql(
  load: (name: string) => unknown = createRequire(import.meta.url),
): typeof Database {
  try {
    return load("libsql") as typeof Database;
  } catch (cause) {
    const [reason] = (cause as Error).message.split("\n");
    throw new UserError(`the database of reviews does not load: ${reason}`, {
      hint: "install lacuna again without --omit=optional (npm install --include=optional)",
      cause,
    });
  }
}
