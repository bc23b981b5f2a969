import { appendFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { UserError } from "../../../errors.ts";
import { replaceFiles, replaceFolder } from "../../../files/index.ts";
import { convertOffset, type OffsetUnit } from "../../../text/index.ts";
import type { TextRecord, WriteOptions } from "../../format.ts";
import { isWellFormed } from "../../utf8.ts";
import { usualUnit } from "../character-offsets/convert-spans.ts";
import { characterRecord } from "../character-offsets/record.ts";
import { fileNames } from "./file-names.ts";
import { checkReplaceable, markAsOurs } from "./folder-mark.ts";

type Sentences = AsyncIterable<TextRecord> | Iterable<TextRecord>;

/**
 * Writes brat files: a folder with one `.txt` and `.ann` pair per document, or the one
 * pair if the path ends in `.ann`. A note per sentence, or per text of several, holds what brat cannot express.
 */
export async function writeBrat(path: string, sentences: Sentences, options: WriteOptions): Promise<void> {
  if (path === "-") throw new UserError("brat files cannot be written to standard output");
  const unit = options.offsetUnit ?? usualUnit;
  if (path.endsWith(".ann")) {
    const stem = path.slice(0, -4);
    const name = basename(stem);
    await replaceFiles([path, `${stem}.txt`], async ([annotations, text]) => {
      await pour(
        sentences,
        () => name,
        () => [text!, annotations!],
        unit,
      );
    });
    return;
  }
  const clean = path.replace(/[\\/]+$/, "");
  await checkReplaceable(clean);
  await replaceFolder(clean, async (folder) => {
    const names = fileNames(basename(clean));
    await pour(sentences, names, (name) => [join(folder, `${name}.txt`), join(folder, `${name}.ann`)], unit);
    await markAsOurs(folder);
  });
}

/** What was written of a document so far. */
interface Progress {
  /** The length of the text, in the unit of the offsets. */
  length: number;
  entities: number;
  notes: number;
  /** Whether the text was one of several sentences, which ends where it ends: what follows needs a line of its own. */
  isOpen: boolean;
}

/** Appends sentences to the files of their documents; only the open document is in memory. */
async function pour(
  sentences: Sentences,
  nameOf: (doc: string | undefined) => string,
  filesOf: (name: string) => readonly [text: string, annotations: string],
  unit: OffsetUnit,
): Promise<void> {
  const progress = new Map<string, Progress>();
  let open = "";
  let [text, annotations] = ["", ""];
  const flush = async () => {
    const [textFile, annotationFile] = filesOf(open);
    await appendFile(textFile, text);
    await appendFile(annotationFile, annotations);
    [text, annotations] = ["", ""];
  };
  let any = false;
  for await (const sentence of sentences) {
    const name = nameOf(sentence.doc);
    if (any && (name !== open || text.length > 1 << 20)) await flush();
    any = true;
    open = name;
    let state = progress.get(name);
    if (state === undefined) {
      state = { length: 0, entities: 0, notes: 0, isOpen: false };
      progress.set(name, state);
    }
    const written = writeSentence(sentence, name, state, unit);
    text += written.text;
    annotations += written.annotations;
  }
  // A corpus without sentences still leaves a pair, so that there is something to read.
  if (!any) open = nameOf(undefined);
  await flush();
}

function writeSentence(sentence: TextRecord, name: string, state: Progress, unit: OffsetUnit) {
  const native = sentence.doc === name ? (["doc"] as const) : [];
  const { text, spans, extras } = characterRecord(sentence, unit, native, `${name}.txt`, false);
  const before = state.isOpen ? "\n" : "";
  const note: Record<string, unknown> = { ...extras };
  if (sentence.doc === undefined) note.doc = null;
  // The text file is UTF-8, which has no unpaired surrogates; the note can spell them.
  if (!isWellFormed(text)) note.text = text;
  const plain = spans.filter(({ entity }) => isPlain(entity.label));
  if (plain.length < spans.length) {
    note.entities = sentence.entities;
    note.scores = undefined;
  }
  const from = state.length + before.length;
  const to = from + convertOffset(text, text.length, "utf16", unit)!;
  let annotations = "";
  for (const { start, end, quoted, entity } of plain) {
    const words = quoted.replace(/[\r\n\t]/g, " ");
    annotations += `T${++state.entities}\t${entity.label} ${from + start} ${from + end}\t${words}\n`;
  }
  annotations += `#${++state.notes}\tLacuna S${from}-${to}\t${JSON.stringify(note)}\n`;
  state.isOpen = sentence.textStart !== undefined;
  const after = state.isOpen ? "" : "\n";
  state.length = to + after.length;
  return { text: before + text + after, annotations };
}

/** Whether brat can express a label. */
function isPlain(label: string): boolean {
  return /^\S+$/.test(label) && isWellFormed(label);
}
