import { promisify } from "node:util";
import { constants, deflate, inflate } from "node:zlib";
import { Decoder, decode, encode } from "@msgpack/msgpack";
import { UserError } from "../../../errors.ts";
import { decodeUtf8 } from "../../utf8.ts";
import { isListOf, isRecord } from "../json-shape.ts";

/**
 * What a `.spacy` file is: a zlib-compressed msgpack map of spaCy's `DocBin`. `tokens` has a row of 64-bit numbers per
 * token, with a column per attribute; `lengths` cuts the rows into documents.
 */
export interface DocBinMessage {
  readonly attrs: readonly number[];
  readonly tokens: BigUint64Array;
  readonly spaces: Uint8Array;
  readonly lengths: Int32Array;
  readonly strings: readonly Uint8Array[];
  /** Per document; absent in files of old versions. */
  readonly flags: readonly unknown[];
  readonly spanGroups: readonly unknown[];
  readonly userData: readonly unknown[];
  readonly cats: readonly unknown[];
}

/** The numbers of the attributes that are used. */
export const attributes = { ORTH: 65, ENT_IOB: 77, ENT_TYPE: 78, SENT_START: 80 } as const;

/** A file holds its documents in one piece, so they are held in memory. More than this is refused: twelve million words. */
const MAX_BYTES = 1 << 30;

/** Takes a file's bytes apart; everything in it is checked before it is used. */
export async function parseDocBin(
  bytes: Buffer,
  path: string,
  maxBytes: number = MAX_BYTES,
): Promise<DocBinMessage> {
  const refuse = (why: string, cause?: unknown): never => {
    throw new UserError(`"${path}" is not a sound .spacy file: ${why}`, { cause });
  };
  const plain = await promisify(inflate)(bytes, { maxOutputLength: maxBytes }).catch((cause: Error) => {
    if ((cause as NodeJS.ErrnoException).code !== "ERR_BUFFER_TOO_LARGE") return refuse(cause.message, cause);
    throw new UserError(`"${path}" holds more than ${Math.floor(maxBytes / 2 ** 20)} MiB of data`, {
      hint: "split it into several .spacy files",
    });
  });
  let message: unknown;
  try {
    message = decodeWithin(plain);
  } catch (cause) {
    return refuse((cause as Error).message, cause);
  }
  if (!isRecord(message)) return refuse("it holds no DocBin");
  const { attrs, strings } = message;
  if (!isListOf(attrs, Number.isInteger as (value: unknown) => value is number))
    return refuse('"attrs" is no list');
  if (!attrs.includes(attributes.ORTH)) return refuse('"attrs" lacks ORTH, the words');
  if (!isListOf(strings, isBytes)) return refuse('"strings" is no list of strings');
  const binary = (name: string): Uint8Array => {
    const value = message[name];
    return isBytes(value) ? value : refuse(`"${name}" is no binary data`);
  };
  const [tokens, spaces, lengths] = [binary("tokens"), binary("spaces"), binary("lengths")];
  if (lengths.length % 4 !== 0) return refuse('"lengths" has no whole number of entries');
  const counts = new Int32Array(aligned(lengths));
  let words = 0;
  for (const count of counts) words += count < 0 ? Number.NaN : count;
  if (tokens.length !== 8 * attrs.length * words) {
    return refuse(`"lengths" speaks of ${words} tokens, "tokens" of ${tokens.length / 8 / attrs.length}`);
  }
  // Of no documents numpy makes an array of no numbers of another type.
  if (spaces.length !== words)
    return refuse(`"lengths" speaks of ${words} tokens, "spaces" of ${spaces.length}`);
  const perDocument = (name: string): readonly unknown[] => {
    const value = message[name];
    if (value === undefined || value === null) return [];
    if (Array.isArray(value) && value.length === counts.length) return value;
    return refuse(`"${name}" has no entry for each of the ${counts.length} documents`);
  };
  return {
    attrs,
    tokens: new BigUint64Array(aligned(tokens)),
    spaces,
    lengths: counts,
    strings,
    flags: perDocument("flags"),
    spanGroups: perDocument("span_groups"),
    userData: perDocument("user_data"),
    cats: perDocument("cats"),
  };
}

/** The bytes of a `.spacy` file. */
export async function composeDocBin(message: DocBinMessage): Promise<Buffer> {
  const { attrs, tokens, spaces, lengths, strings, flags, spanGroups, userData, cats } = message;
  const plain = encode({
    version: "0.1",
    attrs,
    tokens: bytesOf(tokens),
    spaces,
    lengths: bytesOf(lengths),
    strings: strings.map((bytes) => decodeUtf8(bytes)),
    cats,
    flags,
    span_groups: spanGroups,
    user_data: userData,
  });
  return promisify(deflate)(plain, { level: constants.Z_DEFAULT_COMPRESSION });
}

/** One msgpack value as a part of a file. */
export function encodeMessagePack(value: unknown): Uint8Array {
  // A copy: what the encoder gives keeps a buffer of two kilobytes alive.
  return encode(value).slice();
}

/**
 * One msgpack value from a part of a file that says nothing of its own; `undefined` if it is none. Keys that are bytes
 * come as strings of the same codes.
 */
export function decodeMessagePack(bytes: Uint8Array): unknown {
  try {
    return decode(bytes, { ...limits(bytes), mapKeyConverter });
  } catch {
    return undefined;
  }
}

function decodeWithin(bytes: Uint8Array): unknown {
  return new Decoder({ ...limits(bytes), rawStrings: true, mapKeyConverter }).decode(bytes);
}

/** No list or map can have more items than there are bytes. */
function limits({ length }: Uint8Array) {
  return {
    maxStrLength: length,
    maxBinLength: length,
    maxArrayLength: length,
    maxMapLength: length,
    maxExtLength: length,
  };
}

function mapKeyConverter(key: unknown): string | number {
  if (typeof key === "string" || typeof key === "number") return key;
  return isBytes(key) ? Buffer.from(key).toString("latin1") : String(key);
}

function isBytes(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array;
}

/** A copy that begins at a multiple of eight, which views of larger numbers demand. */
function aligned(bytes: Uint8Array): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}

function bytesOf(numbers: BigUint64Array | Int32Array): Uint8Array {
  return new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
}
