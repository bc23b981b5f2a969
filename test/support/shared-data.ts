import { join } from "node:path";

/** Where the data sets are; they are never part of this repository. */
export const sharedData = process.env.LACUNA_DATA ?? join("..", "shared", "data");
