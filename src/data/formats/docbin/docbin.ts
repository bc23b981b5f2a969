import type { Format } from "../../format.ts";
import { readDocBin } from "./read.ts";
import { writeDocBin } from "./write.ts";

/** spaCy's binary training data: `DocBin.to_disk`, `spacy convert`, Prodigy's `data-to-spacy`. */
export const docbin: Format = {
  name: "docbin",
  title: "spaCy's binary .spacy files (DocBin)",
  read: readDocBin,
  write: writeDocBin,
};
