import type { Format, ReadOptions } from "../../format.ts";
import { shownPath } from "../../input-path.ts";
import type { ReadLog } from "../../read-log.ts";
import { writeLines } from "../../write-lines.ts";
import { draftFromExtras, EXTRAS_KEY, extrasOf, withExtras } from "../extras.ts";
import { type JsonValue, jsonValues } from "../json/values.ts";
import { isRecord } from "../json-shape.ts";
import { Usage } from "../usage.ts";
import { tagNamesBeside } from "./tag-names.ts";
import { draftsFromTags, type TaggedRow, tagsOf } from "./tagged-rows.ts";

/** The fields in which data sets keep words and tags, the best first. */
export const tokenFields: readonly string[] = ["tokens", "words"];
export const tagFields: readonly string[] = ["ner_tags", "tags", "ner", "labels"];

/**
 * JSONL as Hugging Face data sets have it: `tokens` and `ner_tags`, one tag per word.
 * Tags are names, or numbers whose names the caller or a `dataset_info.json` gives.
 */
export const huggingFace: Format = {
  name: "hugging-face",
  title: "Hugging Face JSONL (tokens and ner_tags)",

  async *read(path, options) {
    const usage = new Usage(shownPath(path), options.log);
    const found = rows(path, options, usage);
    for await (const draft of draftsFromTags(found, () => namesFor(path), options)) {
      usage.used();
      yield draft;
    }
    usage.check();
  },

  async write(path, sentences, { scheme = "iob2" }) {
    async function* lines() {
      for await (const sentence of sentences) {
        const { tokens, entities } = sentence;
        const { tags, complete } = tagsOf(tokens.length, entities, scheme);
        const extras = extrasOf(sentence, complete ? ["tokens", "entities"] : ["tokens"], path);
        yield JSON.stringify(withExtras({ tokens, ner_tags: tags }, extras));
      }
    }
    await writeLines(path, lines());
  },
};

async function* rows(
  path: string,
  { log, onBytes }: ReadOptions,
  usage: Usage,
): AsyncGenerator<Iterable<TaggedRow>> {
  for await (const values of jsonValues(path, log, onBytes)) yield rowsOf(values, log, usage);
}

function* rowsOf(values: Iterable<JsonValue>, log: ReadLog, usage: Usage): Generator<TaggedRow> {
  for (const { value, at } of values) {
    usage.unused(value, at);
    const record = isRecord(value) ? value : {};
    const extras = draftFromExtras(record[EXTRAS_KEY], at, log);
    yield { tokens: list(record, tokenFields), tags: list(record, tagFields), extras, at };
  }
}

/** The first of these fields that is a list. */
function list(record: Readonly<Record<string, unknown>>, fields: readonly string[]): unknown {
  for (const field of fields) if (Array.isArray(record[field])) return record[field];
  return undefined;
}

async function namesFor(path: string): Promise<readonly string[] | undefined> {
  for (const column of tagFields) {
    const names = await tagNamesBeside(path, column);
    if (names !== undefined) return names;
  }
  return undefined;
}
