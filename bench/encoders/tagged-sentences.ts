import { existsSync } from "node:fs";
import { join } from "node:path";
import { encodeTags, readCorpus } from "../../src/data/index.ts";
import { dataFolder } from "../data/data-folder.ts";

/** Sentences as words, and their tags as numbers. */
export interface TaggedSentences {
  readonly words: readonly (readonly string[])[];
  readonly tags: readonly Int32Array[];
  readonly names: readonly string[];
}

export const conllFolder = join(dataFolder, "conll03");

/** Reads a part of CoNLL-03, or says where it was looked for. `names` are the tags known so far. */
export async function readTagged(
  part: "train" | "dev" | "test",
  names: string[] = ["O"],
): Promise<TaggedSentences | string> {
  const file = join(conllFolder, `${part}.jsonl`);
  if (!existsSync(file))
    return `no CoNLL-03 at "${conllFolder}" (set LACUNA_DATA to the folder of data sets)`;
  const words: (readonly string[])[] = [];
  const tags: Int32Array[] = [];
  for await (const sentence of readCorpus(file)) {
    words.push(sentence.tokens);
    const own = encodeTags(sentence.tokens.length, sentence.entities, "iobes");
    tags.push(
      Int32Array.from(own, (tag) => {
        if (!names.includes(tag)) names.push(tag);
        return names.indexOf(tag);
      }),
    );
  }
  return { words, tags, names };
}
