import { basename, extname } from "node:path";
import { splitSentences, tokenize } from "../../text/index.ts";
import { withoutCompression } from "../bytes/compression.ts";
import type { Format } from "../format.ts";
import { shownPath } from "../input-path.ts";
import { readLines } from "../read-lines.ts";
import type { Offset } from "../sentence.ts";

/**
 * Raw text, read only: each line is a paragraph (or a sentence), split into sentences and
 * words. The file is one document, in which a line's end counts as one character. Nothing is labelled, so every sentence is
 * partial.
 */
export const text: Format = {
  name: "text",
  title: "plain text, one paragraph or sentence per line (read only)",

  async *read(path, { log, onBytes, cutting, wholeRecords = false }) {
    const file = shownPath(path);
    const name = withoutCompression(file);
    const doc = basename(name, extname(name));
    let lineStart = 0;
    for await (const { first: firstLine, lines } of readLines(path, log, onBytes)) {
      for (const [i, line] of lines.entries()) {
        const found = splitSentences(line);
        const sentences = wholeRecords && found.length > 1 ? [[found[0]![0], found.at(-1)![1]]] : found;
        for (const [n, [first, last]] of sentences.entries()) {
          const { tokens, offsets } = tokenize(line.slice(first, last), cutting);
          // Each reaches to the next, so that together they are the line.
          const start = n === 0 ? 0 : first!;
          const end = sentences[n + 1]?.[0] ?? line.length;
          const shift = first! - start;
          yield {
            tokens,
            offsets: offsets.map(([from, to]): Offset => [from + shift, to + shift]),
            text: line.slice(start, end),
            textStart: lineStart + start,
            entities: [],
            completeness: "partial",
            doc,
            at: { file, line: firstLine + i },
          };
        }
        lineStart += line.length + 1;
      }
    }
  },
};
