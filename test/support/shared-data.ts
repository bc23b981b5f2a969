import { existsSync } from "node:fs";
import { join } from "node:path";

/** The folder of the data sets, which are not part of this repository. */
export const sharedData = process.env.LACUNA_DATA ?? join("..", "shared", "data");

/** The reason a test that needs data sets is skipped, or `false` if they are there. */
export const noSharedData: string | false = existsSync(sharedData)
  ? false
  : `no data sets at ${sharedData} (set LACUNA_DATA)`;
