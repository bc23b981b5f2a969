import { join } from "node:path";

/** Where the data sets are: `LACUNA_DATA`, or `shared/data` beside the project. They are not part of it. */
export const dataFolder = process.env.LACUNA_DATA ?? join("..", "shared", "data");
