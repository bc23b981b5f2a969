import type { SchemaElement } from "hyparquet";
import { fileWriter, ParquetWriter } from "hyparquet-writer";
import { UserError } from "../../../errors.ts";
import { replaceFile } from "../../../files/index.ts";
import { refuseCompressed } from "../../bytes/compression.ts";
import type { WriteOptions } from "../../format.ts";
import type { Sentence } from "../../sentence.ts";
import { isWellFormed } from "../../utf8.ts";
import { EXTRAS_KEY, extrasOf, type NativeField } from "../extras.ts";
import { tagsOf } from "./tagged-rows.ts";

/** A row group ends at this many sentences or words, so that memory stays flat. */
const MAX_ROWS = 10_000;
const MAX_WORDS = 250_000;

/** Writes sentences as list columns `tokens` and `ner_tags` and a string column for what tags cannot express. */
export async function writeParquet(
  path: string,
  sentences: AsyncIterable<Sentence> | Iterable<Sentence>,
  { scheme = "iob2" }: WriteOptions,
): Promise<void> {
  if (path === "-") throw new UserError("a Parquet file cannot be written to standard output");
  refuseCompressed(path, "Parquet");
  await replaceFile(path, async (temporary) => {
    const writer = new ParquetWriter({ writer: fileWriter(temporary), schema, kvMetadata });
    let group = emptyGroup();
    const flush = async () => {
      await writer.write({
        columnData: [
          { name: "tokens", data: group.tokens },
          { name: "ner_tags", data: group.tags },
          { name: EXTRAS_KEY, data: group.extras },
        ],
        rowGroupSize: group.tokens.length,
      });
      group = emptyGroup();
    };
    for await (const sentence of sentences) {
      const { tokens, entities } = sentence;
      const { tags, complete } = tagsOf(tokens.length, entities, scheme);
      const native: NativeField[] = [];
      if (complete && tags.every(isWellFormed)) native.push("entities");
      // Parquet strings are UTF-8, which has no unpaired surrogates; JSON can spell them.
      if (tokens.every(isWellFormed)) native.push("tokens");
      group.tokens.push(tokens);
      group.tags.push(tags);
      group.extras.push(JSON.stringify(extrasOf(sentence, native, path)));
      group.words += tokens.length;
      if (group.tokens.length >= MAX_ROWS || group.words >= MAX_WORDS) await flush();
    }
    if (group.tokens.length > 0) await flush();
    await writer.finish();
  });
}

interface Group {
  readonly tokens: (readonly string[])[];
  readonly tags: (readonly string[])[];
  readonly extras: (string | undefined)[];
  words: number;
}

function emptyGroup(): Group {
  return { tokens: [], tags: [], extras: [], words: 0 };
}

const schema: SchemaElement[] = [
  { name: "root", num_children: 3 },
  ...listColumn("tokens"),
  ...listColumn("ner_tags"),
  { name: EXTRAS_KEY, type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "OPTIONAL" },
];

function listColumn(name: string): SchemaElement[] {
  return [
    { name, repetition_type: "OPTIONAL", num_children: 1, converted_type: "LIST" },
    { name: "list", repetition_type: "REPEATED", num_children: 1 },
    { name: "element", type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "OPTIONAL" },
  ];
}

/** How Hugging Face's loader learns the types of the columns. */
const text = { dtype: "string", _type: "Value" };
const features = {
  tokens: { feature: text, _type: "Sequence" },
  ner_tags: { feature: text, _type: "Sequence" },
  [EXTRAS_KEY]: text,
};
const kvMetadata = [{ key: "huggingface", value: JSON.stringify({ info: { features } }) }];
