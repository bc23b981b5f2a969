import { writeFile } from "node:fs/promises";
import { UserError } from "../../../errors.ts";
import { replaceFile } from "../../../files/index.ts";
import { refuseCompressed } from "../../bytes/compression.ts";
import type { TextRecord } from "../../format.ts";
import { entityKey } from "../../span.ts";
import { isWellFormed } from "../../utf8.ts";
import { EXTRAS_KEY, extrasOf, type NativeField } from "../extras.ts";
import { type Doc, decodeDoc, encodeDoc, isNested } from "./doc.ts";
import { attributes, composeDocBin, encodeMessagePack } from "./message.ts";
import { writeSpanGroups } from "./span-groups.ts";
import { stringId } from "./string-ids.ts";

const NOT_A_START = (1n << 64n) - 1n;

/**
 * Writes a `.spacy` file with one `Doc` per text, or per sentence where there is no text. Flat entities are `Doc.ents`; if any of the corpus overlap,
 * all are in the span group `sc` besides. What a `Doc` cannot express is in its `user_data`.
 */
export async function writeDocBin(
  path: string,
  records: AsyncIterable<TextRecord> | Iterable<TextRecord>,
): Promise<void> {
  if (path === "-") throw new UserError("a .spacy file cannot be written to standard output");
  refuseCompressed(path, "a .spacy file");
  await replaceFile(path, async (temporary) => {
    const packed = new PackedDocs();
    for await (const sentence of records) {
      const doc = encodeDoc(sentence);
      const extras = extrasOf(sentence, nativeFields(sentence, doc), path);
      packed.add(
        doc,
        encodeMessagePack(extras === undefined ? {} : { [EXTRAS_KEY]: JSON.stringify(extras) }),
      );
    }
    await writeFile(temporary, await packed.bytes());
  });
}

const { ORTH, ENT_IOB, ENT_TYPE, SENT_START } = attributes;
const columns: readonly number[] = [ORTH, ENT_IOB, ENT_TYPE, SENT_START];

/** Documents in the form of the file, which has no end before the last of them is known. */
class PackedDocs {
  /** The number of each word and label; the file lists them once each. */
  readonly #ids = new Map<string, bigint>();
  #rows = new BigUint64Array(1 << 12);
  #spaces = new Uint8Array((1 << 12) / columns.length);
  #tokens = 0;
  readonly #lengths: number[] = [];
  readonly #flags: object[] = [];
  readonly #spanGroups: Uint8Array[] = [];
  readonly #userData: Uint8Array[] = [];
  #nested = false;

  add(doc: Doc, userData: Uint8Array): void {
    while (this.#spaces.length < this.#tokens + doc.tokens.length) this.#grow();
    for (const { text, space, iob, type, starts } of doc.tokens) {
      const at = this.#tokens * columns.length;
      this.#rows[at] = this.#idOf(text);
      this.#rows[at + 1] = BigInt(iob);
      this.#rows[at + 2] = this.#idOf(type);
      this.#rows[at + 3] = starts ? 1n : NOT_A_START;
      this.#spaces[this.#tokens] = space ? 1 : 0;
      this.#tokens++;
    }
    for (const { label } of doc.spans) this.#idOf(label);
    this.#lengths.push(doc.tokens.length);
    this.#flags.push({ has_unknown_spaces: doc.unknownSpaces });
    this.#spanGroups.push(writeSpanGroups(doc.spans, doc.tokens));
    this.#userData.push(userData);
    this.#nested ||= isNested(doc);
  }

  bytes(): Promise<Buffer> {
    const none = writeSpanGroups([], []);
    return composeDocBin({
      attrs: columns,
      tokens: this.#rows.subarray(0, this.#tokens * columns.length),
      spaces: this.#spaces.subarray(0, this.#tokens),
      lengths: Int32Array.from(this.#lengths),
      // As spaCy sorts them: by code point.
      strings: [...this.#ids.keys()].map((text) => Buffer.from(text)).sort(Buffer.compare),
      flags: this.#flags,
      spanGroups: this.#nested ? this.#spanGroups : this.#spanGroups.map(() => none),
      userData: this.#userData,
      cats: this.#lengths.map(() => ({})),
    });
  }

  #idOf(text: string): bigint {
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    const id = stringId(text);
    this.#ids.set(text, id);
    return id;
  }

  #grow(): void {
    const rows = new BigUint64Array(2 * this.#rows.length);
    rows.set(this.#rows);
    this.#rows = rows;
    const spaces = new Uint8Array(2 * this.#spaces.length);
    spaces.set(this.#spaces);
    this.#spaces = spaces;
  }
}

/** The fields that a reader finds in the document as they are. */
function nativeFields(sentence: TextRecord, doc: Doc): NativeField[] {
  const { tokens, text, offsets, entities } = sentence;
  const back = decodeDoc(doc);
  const native: NativeField[] = [];
  // Words that cut a character in two are not what the file, which is UTF-8, will say.
  const isExact = doc.tokens.every((token) => isWellFormed(token.text));
  if (isExact && back.text === text) native.push("text");
  if (same(back.sentences ?? [0], sentence.sentences ?? [0], (a, b) => a === b)) native.push("sentences");
  if (same(back.offsets ?? [], offsets ?? [], (a, b) => a[0] === b[0] && a[1] === b[1]))
    native.push("offsets");
  if (isExact && same(back.tokens, tokens, (a, b) => a === b)) {
    native.push("tokens");
    if (same(back.entities, entities, (a, b) => entityKey(a) === entityKey(b))) native.push("entities");
  }
  return native;
}

function same<T>(a: readonly T[], b: readonly T[], equal: (a: T, b: T) => boolean): boolean {
  return a.length === b.length && a.every((item, i) => equal(item, b[i]!));
}
