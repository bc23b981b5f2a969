import type { Format } from "../../format.ts";

/** Column files: one word and its tags per line, a blank line between sentences. */
export const columns: Format = {
  name: "columns",
  title: "one word per line with its tag (IOB1, IOB2, IOBES, BILOU, BMES), nested layers in further columns",

  // Loaded when a file needs it.
  async *read(path, options) {
    const { readColumns } = await import("./read.ts");
    yield* readColumns(path, options);
  },

  async write(path, sentences, options) {
    const { writeColumns } = await import("./write.ts");
    await writeColumns(path, sentences, options);
  },
};
