import { open } from "node:fs/promises";
import { UserError } from "../../../errors.ts";

/** How a file of word vectors is written. */
export type VectorFormat =
  | {
      readonly kind: "text";
      readonly dim: number;
      readonly separator: " " | "\t";
      /** The number of rows in the header. */
      readonly announced: number | undefined;
    }
  | { readonly kind: "binary"; readonly dim: number; readonly announced: number; readonly start: number };

/** More than any first row: 1,000 numbers of 25 characters, and a long word. */
const HEAD = 1 << 16;
const HEADER = /^\s*(\d+)[ \t]+(\d+)\s*$/;
/** The first four bytes of a fastText model. */
const FASTTEXT = 0x2f4f16ba;

/** Detects the format from the first bytes of a file. */
export async function detectVectorFormat(path: string): Promise<VectorFormat> {
  const head = await headOf(path, HEAD);
  if (head.length === 0) throw new UserError(`"${path}" has no word vectors: it is empty`);
  if (head.length >= 4 && head.readUInt32LE(0) === FASTTEXT) {
    throw new UserError(`"${path}" is a fastText model, which holds more than word vectors`, {
      hint: "give the .vec file that fastText wrote beside it",
    });
  }
  const end = head.indexOf(10);
  const first = head.subarray(0, end < 0 ? head.length : end).toString("utf8");
  const header = HEADER.exec(first.replace("\uFEFF", ""));
  if (header === null) return { ...textFormat(path, first, 1), announced: undefined };
  const [announced, dim] = [Number(header[1]), Number(header[2])];
  if (dim === 0 || dim > 100_000) {
    throw new UserError(`${path}:1: vectors of ${dim} numbers are announced`, {
      hint: "the first line must be the number of words and the size of the vectors, or the first vector",
    });
  }
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
      hint: "word vectors are GloVe, word2vec or fastText text, or word2vec binary files",
    });
  }
  return { kind: "text", dim, separator } as const;
}

/** Opens a file and reads its first bytes. */
async function headOf(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path, "r").catch((cause: NodeJS.ErrnoException) => {
    const why = cause.code === "ENOENT" ? "no such file" : cause.message;
    throw new UserError(`cannot read vectors from "${path}": ${why}`, { cause });
  });
  try {
    const buffer = Buffer.alloc(bytes);
    const { bytesRead } = await file.read(buffer, 0, bytes, 0).catch((cause: NodeJS.ErrnoException) => {
      const why = cause.code === "EISDIR" ? "it is a folder, not a file" : cause.message;
      throw new UserError(`cannot read vectors from "${path}": ${why}`, { cause });
    });
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
