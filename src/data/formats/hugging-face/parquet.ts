import type { Format } from "../../format.ts";

/**
 * Parquet as on the Hugging Face hub: list columns `tokens` and `ner_tags`. Read and
 * written one row group at a time. The names of numeric tags are in the file's metadata.
 */
export const parquet: Format = {
  name: "parquet",
  title: "Parquet (tokens and ner_tags), as on the Hugging Face hub",

  // Few files are of this kind, and every command would wait for what reads them.
  async *read(path, options) {
    const { readParquet } = await import("./read-parquet.ts");
    yield* readParquet(path, options);
  },

  async write(path, sentences, options) {
    const { writeParquet } = await import("./write-parquet.ts");
    await writeParquet(path, sentences, options);
  },
};
