import { UserError } from "../../../errors.ts";
import { headOf, type VectorSource } from "./vector-source.ts";

/** How a file of word vectors is written. */
export type VectorFormat =
  | {
      readonly kind: "text";
      readonly dim: number;
      readonly separator: " " | "\t";
      /** The number of rows in the header. */
      readonly announced: number | undefined;
    }
  | { readonly kind: "binary"; readonly dim: number; readonly announced: number; readonly start: number }
  | {
      readonly kind: "json";
      readonly dim: number;
      /** The member that holds the vectors by word, as in packages for wink-nlp; undefined where the object itself does. */
      readonly within: "vectors" | undefined;
    };

/** More than any first row: 1,000 numbers of 25 characters, and a long word. */
const HEAD = 1 << 16;
const HEADER = /^\s*(\d+)[ \t]+(\d+)\s*$/;
/** The first four bytes of a fastText model. */
const FASTTEXT = 0x2f4f16ba;
const MOST_NUMBERS = 100_000;

/** Detects the format from the first bytes of a file. */
export async function detectVectorFormat(source: VectorSource): Promise<VectorFormat> {
  const path = source.name;
  const head = await headOf(source, HEAD);
  if (head.length === 0) throw new UserError(`"${path}" has no word vectors: it is empty`);
  if (head.length >= 4 && head.readUInt32LE(0) === FASTTEXT) {
    throw new UserError(`"${path}" is a fastText model, which holds more than word vectors`, {
      hint: "give the .vec file that fastText wrote beside it",
    });
  }
  if (head.toString("latin1", 257, 262) === "ustar") {
    throw new UserError(`"${path}" is an archive, which may hold more than word vectors`, {
      hint: `take them out of it and into the cache: lacuna vectors import ${path}`,
    });
  }
  const json = /^\uFEFF?\s*\{/.test(head.toString("utf8", 0, 100)) ? jsonFormat(path, head) : undefined;
  if (json !== undefined) return json;
  const end = head.indexOf(10);
  const first = head.subarray(0, end < 0 ? head.length : end).toString("utf8");
  const header = HEADER.exec(first.replace("\uFEFF", ""));
  if (header === null) return { ...textFormat(path, first, 1), announced: undefined };
  const [announced, dim] = [Number(header[1]), Number(header[2])];
  checkDim(dim, `${path}:1`);
  const rest = head.subarray(end + 1);
  const next = rest.indexOf(10);
  const row = rest.subarray(0, next < 0 ? rest.length : next).toString("utf8");
  if (announced > 0 && !isText(row, dim)) return { kind: "binary", dim, announced, start: end + 1 };
  if (announced === 0) return { kind: "text", dim, separator: " ", announced };
  const text = textFormat(path, row, 2);
  if (text.dim < dim) {
    throw new UserError(`${path}:2: ${text.dim} numbers, but the first line announces vectors of ${dim}`);
  }
  return { ...text, dim, announced };
}

function checkDim(dim: number, where: string): void {
  if (dim > 0 && dim <= MOST_NUMBERS) return;
  throw new UserError(`${where}: vectors of ${dim} numbers are announced`, {
    hint: "the first line must be the number of words and the size of the vectors, or the first vector",
  });
}

/**
 * An object of words and their numbers, or one that has it as `vectors` and says how many numbers make a vector (rows of
 * wink-nlp's packages end with a norm and a rank). Undefined where it is neither: "{" is a word of many text files.
 */
function jsonFormat(path: string, head: Buffer): VectorFormat | undefined {
  const text = head.toString("utf8");
  const announced = /^[^[]*?"dimensions"\s*:\s*(\d+)/.exec(text);
  if (announced !== null) {
    const dim = Number(announced[1]);
    checkDim(dim, path);
    return { kind: "json", dim, within: "vectors" };
  }
  const first = /^\uFEFF?\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*\[([^\]]*)\]/.exec(text);
  return first === null ? undefined : { kind: "json", dim: first[1]!.split(",").length, within: undefined };
}

/** Whether numbers follow the word as text: raw floats never look like that throughout. */
function isText(row: string, dim: number): boolean {
  const fields = row.trim().split(/[ \t]/);
  const numbers = fields.slice(-Math.min(dim, fields.length - 1));
  return fields.length > 1 && numbers.every((field) => /^[-+\d.eE]+$|^[-+]?(?:nan|inf)/i.test(field));
}

function textFormat(path: string, row: string, line: number) {
  const separator = row.includes("\t") ? "\t" : " ";
  const fields = row.replace(/[ \t\r]+$/, "").split(separator);
  const dim = fields.length - 1;
  if (dim < 1 || !fields.slice(1).some((field) => Number.isFinite(Number(field)) && field !== "")) {
    throw new UserError(`${path}:${line}: not a word and its vector`, {
      hint: "word vectors are GloVe, word2vec or fastText text, word2vec binary, or JSON files, also with .gz",
    });
  }
  return { kind: "text", dim, separator } as const;
}
