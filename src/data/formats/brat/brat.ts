import type { Format } from "../../format.ts";

/**
 * brat's standoff format: a text `NAME.txt` and its annotations `NAME.ann`, alone or a
 * folder of such pairs. Each pair is a document. Offsets count code points.
 */
export const brat: Format = {
  name: "brat",
  title: "brat standoff: a folder of .txt and .ann files, or one .ann file",
  holds: "lines",

  // Few files are of this kind, and every command would wait for what reads them.
  async *read(path, options) {
    const { readBrat } = await import("./read.ts");
    yield* readBrat(path, options);
  },

  async write(path, records, options) {
    const { writeBrat } = await import("./write.ts");
    await writeBrat(path, records, options);
  },
};
