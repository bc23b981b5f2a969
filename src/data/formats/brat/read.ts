import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { UserError } from "../../../errors.ts";
import { finishReplacing, folderAt } from "../../../files/index.ts";
import type { Draft, ReadOptions } from "../../format.ts";
import { LONGEST_LINE, tooLong } from "../../read-lines.ts";
import type { ReadLog } from "../../read-log.ts";
import { BAD_UTF8, decodeLossy, decodeUtf8 } from "../../utf8.ts";
import { draftsFromBrat } from "./document.ts";

/** Reads the documents of a folder, or of one pair. */
export async function* readBrat(path: string, options: ReadOptions): AsyncGenerator<Draft> {
  for (const { doc, stem } of await documents(path, options.log)) {
    const [textFile, annotationFile] = [`${stem}.txt`, `${stem}.ann`];
    const text = await readText(textFile, options.log);
    const annotations = await readText(annotationFile, options.log);
    if (text === undefined) {
      const detail = `"${textFile}" does not exist`;
      options.log.drop({ file: annotationFile, line: 1 }, "annotations without a text", detail);
      continue;
    }
    yield* draftsFromBrat({ doc, textFile, text, annotationFile, annotations }, options);
  }
}

/** The pairs to be read, in the order of their names. */
async function documents(given: string, log: ReadLog): Promise<{ doc: string; stem: string }[]> {
  if (given === "-") throw new UserError("brat files cannot be read from standard input");
  // Where a writer was killed in the middle, what it replaced is beside its place, and what it had decided is finished.
  const path = await folderAt(given);
  await finishReplacing(path.replace(/\.txt$/, ".ann"));
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    const why = cause.code === "ENOENT" ? "no such file or folder" : cause.message;
    throw new UserError(`cannot read "${path}": ${why}`, { cause });
  });
  if (!found.isDirectory()) {
    if (!/\.(?:ann|txt)$/.test(path)) {
      throw new UserError(`"${path}" is no brat file`, {
        hint: "name an .ann file or a folder of .ann and .txt files",
      });
    }
    const stem = path.slice(0, -4);
    return [{ doc: basename(stem), stem }];
  }
  const files = await readdir(path, { recursive: true });
  const docs = new Set(files.filter((name) => /\.(?:ann|txt)$/.test(name)).map((name) => name.slice(0, -4)));
  if (docs.size === 0) log.assume(`${path}: the folder has no .ann or .txt files`);
  return [...docs].sort().map((doc) => ({ doc: doc.replaceAll("\\", "/"), stem: join(path, doc) }));
}

/** The exact text of a file (offsets count line ends and byte-order marks); `undefined` if it does not exist. */
async function readText(file: string, log: ReadLog): Promise<string | undefined> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new UserError(`cannot read "${file}": ${(cause as Error).message}`, { cause });
  }
  if (bytes.length > LONGEST_LINE) throw tooLong(`"${file}"`);
  const decoded = decodeUtf8(bytes);
  if (decoded !== undefined) return decoded;
  const text = decodeLossy(bytes);
  const line = text.slice(0, text.indexOf("\uFFFD")).split(/\r\n|\n|\r/).length;
  log.repair({ file, line }, BAD_UTF8, `${bytes.length} bytes in the file`);
  return text;
}
