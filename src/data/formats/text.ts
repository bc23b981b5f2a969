import { basename, extname } from "node:path";
import { splitSentences, tokenize } from "../../text/index.ts";
import { withoutCompression } from "../bytes/compression.ts";
import type { Format } from "../format.ts";
import { shownPath } from "../input-path.ts";
import { readLines } from "../read-lines.ts";

/**
 * Raw text, read only: each line is a paragraph (or a sentence), split into sentences and
 * words. The file is one document. Nothing is labelled, so every sentence is partial.
 */
export const text: Format = {
  name: "text",
  title: "plain text, one paragraph or sentence per line (read only)",

  async *read(path, { log, onBytes }) {
    const file = shownPath(path);
    const name = withoutCompression(file);
    const doc = basename(name, extname(name));
    for await (const { first, lines } of readLines(path, log, onBytes)) {
      for (const [i, line] of lines.entries()) {
        for (const [start, end] of splitSentences(line)) {
          const sentence = line.slice(start, end);
          const { tokens, offsets } = tokenize(sentence);
          yield {
            tokens,
            offsets,
            text: sentence,
            entities: [],
            completeness: "partial",
            doc,
            at: { file, line: first + i },
          };
        }
      }
    }
  },
};
