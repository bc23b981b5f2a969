import type { Format } from "../../format.ts";

/** spaCy's binary training data: `DocBin.to_disk`, `spacy convert`, Prodigy's `data-to-spacy`. */
export const docbin: Format = {
  name: "docbin",
  title: "spaCy's binary .spacy files (DocBin)",
  holds: "texts",

  // Few files are of this kind, and every command would wait for what reads them.
  async *read(path, options) {
    const { readDocBin } = await import("./read.ts");
    yield* readDocBin(path, options);
  },

  async write(path, sentences) {
    const { writeDocBin } = await import("./write.ts");
    await writeDocBin(path, sentences);
  },
};
