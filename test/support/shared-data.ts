import { join } from "node:path";

/** The folder of the data sets, which are not part of this repository. */
export const sharedData = process.env.LACUNA_DATA ?? join("..", "shared", "data");
