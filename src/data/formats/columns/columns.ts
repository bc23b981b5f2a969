import type { Format } from "../../format.ts";
import { readColumns } from "./read.ts";
import { writeColumns } from "./write.ts";

/** Column files: one word and its tags per line, a blank line between sentences. */
export const columns: Format = {
  name: "columns",
  title: "one word per line with its tag (IOB1, IOB2, IOBES, BILOU, BMES), nested layers in further columns",
  read: readColumns,
  write: writeColumns,
};
