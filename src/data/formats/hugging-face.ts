import { draftFromExtras, EXTRAS_KEY, extrasOf, isRecord } from "../extras.ts";
import type { Format, ReadOptions } from "../format.ts";
import { writeLines } from "../write-file.ts";
import { jsonFile, jsonValues } from "./json-values.ts";
import { tagNamesBeside } from "./tag-names.ts";
import { draftsFromTags, type TaggedRow, tagsOf } from "./tagged-rows.ts";

/** The names under which data sets keep their words and tags, best first. */
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
    yield* draftsFromTags(rows(path, options), () => namesFor(path), options);
  },

  async write(path, sentences, { scheme = "iob2" }) {
    async function* lines() {
      for await (const sentence of sentences) {
        const { tokens, entities } = sentence;
        const { tags, complete } = tagsOf(tokens.length, entities, scheme);
        const extras = extrasOf(sentence, complete ? ["tokens", "entities"] : ["tokens"], path);
        yield JSON.stringify({
          tokens,
          ner_tags: tags,
          ...(extras !== undefined && { [EXTRAS_KEY]: extras }),
        });
      }
    }
    await writeLines(path, lines());
  },
};

async function* rows(path: string, { report }: ReadOptions): AsyncGenerator<TaggedRow> {
  const file = jsonFile(path);
  for await (const { value, line } of jsonValues(path, report)) {
    const at = { file, line };
    if (!isRecord(value)) {
      const detail = (JSON.stringify(value) ?? "").slice(0, 80);
      report.add({ kind: "dropped", reason: "line that is not a JSON object", ...at, detail });
      continue;
    }
    const field = (names: readonly string[]) =>
      names.map((name) => value[name]).find((found) => Array.isArray(found));
    const extras = draftFromExtras(value[EXTRAS_KEY], at, report);
    yield { tokens: field(tokenFields), tags: field(tagFields), extras, at };
  }
}

async function namesFor(path: string): Promise<readonly string[] | undefined> {
  for (const column of tagFields) {
    const names = await tagNamesBeside(path, column);
    if (names !== undefined) return names;
  }
  return undefined;
}
