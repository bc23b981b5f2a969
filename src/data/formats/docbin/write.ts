import { writeFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import { UserError } from "../../../errors.ts";
import { replaceFile } from "../../../files/index.ts";
import { refuseCompressed } from "../../bytes/compression.ts";
import type { Sentence } from "../../sentence.ts";
import { EXTRAS_KEY, extrasOf, type NativeField } from "../extras.ts";
import { type Doc, decodeDoc, encodeDoc, isNested } from "./doc.ts";
import { attributes, composeDocBin, encodeMessagePack } from "./message.ts";
import { writeSpanGroups } from "./span-groups.ts";
import { stringId } from "./string-ids.ts";

const NOT_A_START = (1n << 64n) - 1n;

/**
 * Writes a `.spacy` file with one `Doc` per sentence. Flat entities are `Doc.ents`; if any of the corpus overlap,
 * all are in the span group `sc` besides. What a `Doc` cannot express is in its `user_data`.
 */
export async function writeDocBin(
  path: string,
  sentences: AsyncIterable<Sentence> | Iterable<Sentence>,
): Promise<void> {
  if (path === "-") throw new UserError("a .spacy file cannot be written to standard output");
  refuseCompressed(path, "a .spacy file");
  await replaceFile(path, async (temporary) => {
    const docs: Doc[] = [];
    const userData: Uint8Array[] = [];
    for await (const sentence of sentences) {
      const doc = encodeDoc(sentence);
      docs.push(doc);
      const extras = extrasOf(sentence, nativeFields(sentence, doc), path);
      userData.push(encodeMessagePack(extras === undefined ? {} : { [EXTRAS_KEY]: JSON.stringify(extras) }));
    }
    await writeFile(temporary, await packed(docs, userData));
  });
}

/** The bytes of the file. The strings that words and labels are hashes of are listed once each. */
async function packed(docs: readonly Doc[], userData: readonly Uint8Array[]): Promise<Buffer> {
  const ids = new Map<string, bigint>();
  const idOf = (text: string): bigint => {
    const id = ids.get(text) ?? stringId(text);
    ids.set(text, id);
    return id;
  };
  const words = docs.reduce((sum, { tokens }) => sum + tokens.length, 0);
  const attrs = [attributes.ORTH, attributes.ENT_IOB, attributes.ENT_TYPE, attributes.SENT_START];
  const rows = new BigUint64Array(words * attrs.length);
  const spaces = new Uint8Array(words);
  let row = 0;
  for (const { tokens } of docs) {
    for (const [i, { text, space, iob, type }] of tokens.entries()) {
      rows.set([idOf(text), BigInt(iob), idOf(type), i === 0 ? 1n : NOT_A_START], row * attrs.length);
      spaces[row] = space ? 1 : 0;
      row++;
    }
  }
  const nested = docs.some(isNested);
  const spanGroups = docs.map(({ spans, tokens }) => {
    for (const { label } of spans) idOf(label);
    return writeSpanGroups(nested ? spans : [], tokens);
  });
  return composeDocBin({
    attrs,
    tokens: rows,
    spaces,
    lengths: Int32Array.from(docs, ({ tokens }) => tokens.length),
    // As spaCy sorts them: by code point.
    strings: [...ids.keys()].map((text) => Buffer.from(text)).sort(Buffer.compare),
    flags: docs.map(({ unknownSpaces }) => ({ has_unknown_spaces: unknownSpaces })),
    spanGroups,
    userData,
    cats: docs.map(() => ({})),
  });
}

/** The fields that a reader finds in the document as they are. */
function nativeFields(sentence: Sentence, doc: Doc): NativeField[] {
  const back = decodeDoc(doc);
  const fields = ["tokens", "text", "offsets"] as const;
  const native: NativeField[] = fields.filter((field) => isDeepStrictEqual(back[field], sentence[field]));
  const plain = sentence.entities.map(({ start, end, label }) => ({ start, end, label }));
  if (native.includes("tokens") && isDeepStrictEqual([...back.entities], plain)) native.push("entities");
  return native;
}
