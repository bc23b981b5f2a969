import { z } from "zod";
import { formats, type ReadCorpusOptions, type TagScheme, tagSchemes } from "../../data/index.ts";
import { type OffsetUnit, offsetUnits } from "../../text/index.ts";

const column = z.int();

/** How the files of a run are read, where that is not to be detected. */
export const readingChoice = z.strictObject({
  format: z
    .enum(Object.keys(formats) as [string, ...string[]])
    .nullable()
    .default(null)
    .describe("Format of the files; null detects it"),
  scheme: z
    .enum(tagSchemes as [TagScheme, ...TagScheme[]])
    .nullable()
    .default(null)
    .describe("Tagging scheme of column files; null detects it"),
  tokenColumn: column
    .nonnegative()
    .nullable()
    .default(null)
    .describe("Column of the words, counted from 0; null for the first"),
  tagColumns: z
    .array(column)
    .min(1)
    .nullable()
    .default(null)
    .describe(
      "Columns of the tags, several for nested layers, negative ones from the right; null detects them",
    ),
  offsetUnit: z
    .enum(offsetUnits as [OffsetUnit, ...OffsetUnit[]])
    .nullable()
    .default(null)
    .describe("Unit of character offsets; null for that of the format"),
  tagNames: z
    .array(z.string())
    .min(1)
    .nullable()
    .default(null)
    .describe("Names behind numeric `ner_tags`, in order; null where the file tells them"),
  textField: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe(
      "Field of JSON records, or column of a table, that holds the text; a path such as `data.body` too; null for the usual ones",
    ),
  labelField: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe(
      "Field of JSON records, or column of a table, that holds the entities; null for the usual ones",
    ),
  wholeRecords: z
    .boolean()
    .nullable()
    .default(null)
    .describe(
      "Whether each text of an annotation tool is one sentence, however long; null cuts it into sentences",
    ),
});

export type ReadingChoice = z.output<typeof readingChoice>;

/** A choice as `readCorpus` takes it. */
export function readingOptions(choice: ReadingChoice | null): ReadCorpusOptions {
  const stated = Object.entries(choice ?? {}).filter(([, value]) => value !== null);
  return Object.fromEntries(stated) as ReadCorpusOptions;
}
