import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { UserError } from "../../../errors.ts";
import { refuseCompressed } from "../../bytes/compression.ts";
import type { Draft, ReadOptions } from "../../format.ts";
import { checkInputFile } from "../../input-path.ts";
import type { FilePosition, ReadLog } from "../../read-log.ts";
import { BAD_UTF8, decodeLossy, decodeUtf8 } from "../../utf8.ts";
import { addExtras, type DraftExtras, draftFromExtrasText, EXTRAS_KEY } from "../extras.ts";
import { isRecord } from "../json-shape.ts";
import { type Doc, type DocToken, decodeDoc, encodeDoc, iob } from "./doc.ts";
import { attributes, type DocBinMessage, decodeMessagePack, parseDocBin } from "./message.ts";
import { readSpanGroups } from "./span-groups.ts";
import { murmurHash64A, stringId } from "./string-ids.ts";

/**
 * Reads a `.spacy` file. A document with sentence starts is cut there, any other like every text. A token whose entity
 * is missing (not outside) is unknown; if all are, the document was never annotated and is partial.
 */
export async function* readDocBin(path: string, { log }: ReadOptions): AsyncGenerator<Draft> {
  if (path === "-") throw new UserError(".spacy files cannot be read from standard input");
  refuseCompressed(path, "a .spacy file");
  await checkInputFile(path);
  const message = await parseDocBin(await readFile(path), path);
  const columns = columnsOf(message);
  const nameOf = stringsOf(message, path, log);
  listUnused(message, path, log);

  let row = 0;
  for (const [index, length] of message.lengths.entries()) {
    const at = { file: path, line: index + 1 };
    const read = readDoc(message, columns, row, length, index, nameOf, at, log);
    row += length;
    yield* draftsOf(read, extrasIn(message.userData[index], at, log), at, log);
  }
}

function columnsOf({ attrs }: DocBinMessage): { [K in keyof typeof attributes]: number } {
  const { ORTH, ENT_IOB, ENT_TYPE, SENT_START } = attributes;
  return {
    ORTH: attrs.indexOf(ORTH),
    ENT_IOB: attrs.indexOf(ENT_IOB),
    ENT_TYPE: attrs.indexOf(ENT_TYPE),
    SENT_START: attrs.indexOf(SENT_START),
  };
}

/** The string behind each number, by spaCy's symbols and by hash. */
function stringsOf(
  { strings }: DocBinMessage,
  path: string,
  log: ReadLog,
): (id: bigint) => string | undefined {
  const names = new Map<bigint, string>([[0n, ""]]);
  for (const bytes of strings) {
    const text = decodeUtf8(bytes);
    if (text === undefined)
      log.repair({ file: path, line: 1 }, BAD_UTF8, `${bytes.length} bytes in a string`);
    const name = text ?? decodeLossy(bytes);
    names.set(murmurHash64A(Buffer.from(bytes)), name);
    names.set(stringId(name), name);
  }
  return (id) => names.get(id);
}

function readDoc(
  { attrs, tokens: rows, spaces, flags, spanGroups }: DocBinMessage,
  columns: ReturnType<typeof columnsOf>,
  row: number,
  length: number,
  index: number,
  nameOf: (id: bigint) => string | undefined,
  at: FilePosition,
  log: ReadLog,
): Doc {
  const cell = (i: number, column: number) => (column < 0 ? 0n : rows[(row + i) * attrs.length + column]!);
  const named = (id: bigint, what: string) => {
    if (id === 0n) return "";
    const name = nameOf(id);
    if (name === undefined)
      log.repair(at, `${what} that the file does not spell, read as U+FFFD`, `hash ${id}`);
    return name ?? "\uFFFD";
  };
  const tokens: DocToken[] = [];
  for (let i = 0; i < length; i++) {
    tokens.push({
      text: named(cell(i, columns.ORTH), "word"),
      space: spaces[row + i] !== 0,
      iob: Number(cell(i, columns.ENT_IOB)),
      type: named(cell(i, columns.ENT_TYPE), "label"),
      starts: cell(i, columns.SENT_START) === 1n,
    });
  }
  const flag = flags[index];
  return {
    tokens,
    spans: readSpanGroups(spanGroups[index], nameOf).filter((span) => {
      const isSound = 0 <= span.start && span.start < span.end && span.end <= length && span.label !== "";
      const shown = `${JSON.stringify(span.label)} at tokens ${span.start}–${span.end} of ${length}`;
      if (!isSound) log.drop(at, "span without a label, or outside the document", shown);
      return isSound;
    }),
    unknownSpaces: isRecord(flag) && flag.has_unknown_spaces === true,
  };
}

function* draftsOf(
  doc: Doc,
  extras: DraftExtras | undefined,
  at: FilePosition,
  log: ReadLog,
): Generator<Draft> {
  if (extras !== undefined) {
    yield ownDraft(doc, extras, at, log);
    return;
  }
  const isAnnotated = doc.spans.length > 0 || doc.tokens.some((token) => token.iob !== iob.missing);
  if (!isAnnotated && doc.tokens.length > 0) {
    log.assume(
      `${basename(at.file)}: documents whose tokens all miss their entities are partial: nothing is known of them`,
    );
  }
  const cuts = doc.unknownSpaces ? cutsOf(doc) : [0];
  for (const [i, from] of cuts.entries()) {
    const { mistakes, unknown, ...record } = decodeDoc(doc, from, cuts[i + 1] ?? doc.tokens.length);
    for (const [reason, detail] of mistakes) log.repair(at, reason, detail);
    yield {
      ...record,
      at,
      ...(cuts.length > 1 && { doc: `${basename(at.file)}:${at.line}` }),
      ...(!isAnnotated && { completeness: "partial" as const }),
      ...(isAnnotated && unknown.length > 0 && { unknown }),
    };
  }
}

/** Where the sentences of a document without text begin; one that would begin inside an entity does not. */
function cutsOf(doc: Doc): number[] {
  const inside = new Set<number>();
  for (const { start, end } of doc.spans) for (let i = start + 1; i < end; i++) inside.add(i);
  const cuts = [0];
  for (const [i, { starts, iob: mark }] of doc.tokens.entries()) {
    if (starts && i > 0 && mark !== iob.inside && !inside.has(i)) cuts.push(i);
  }
  return cuts;
}

/** A sentence that Lacuna wrote: what the document cannot express is in its extras. */
function ownDraft(doc: Doc, extras: DraftExtras, at: FilePosition, log: ReadLog): Draft {
  const { mistakes, unknown: _, ...found } = decodeDoc(doc);
  const { scores, entities: whole } = extras;
  const tokens = extras.tokens ?? found.tokens;
  const text = extras.text ?? found.text;
  const offsets = extras.offsets ?? found.offsets;
  const draft: Draft = {
    at,
    tokens,
    entities: found.entities,
    ...(text !== undefined && offsets !== undefined && { text, offsets }),
    ...(found.sentences !== undefined && { sentences: found.sentences }),
  };
  if (extras.tokens === undefined) for (const [reason, detail] of mistakes) log.repair(at, reason, detail);
  if (whole !== undefined) {
    if (agree(doc, { ...draft, entities: whole })) return addExtras({ ...draft, entities: whole }, extras);
    const reason = "entities changed after they were written; scores and odd labels lost";
    log.repair(at, reason, `${whole.length} entities`);
  } else if (scores?.length === draft.entities.length) {
    const entities = draft.entities.map((entity, i) => {
      const score = scores[i] ?? undefined;
      return score === undefined ? entity : { ...entity, score };
    });
    return addExtras({ ...draft, entities }, extras);
  }
  return addExtras(draft, extras);
}

/** Whether a document still has the marks that these entities give. */
function agree(doc: Doc, said: Draft): boolean {
  const { tokens, entities } = said;
  if (!entities.every(({ start, end }) => start >= 0 && start < end && end <= tokens.length)) return false;
  const own = encodeDoc({ ...said, completeness: "complete" });
  return (
    own.tokens.length === doc.tokens.length && own.tokens.every(({ type }, i) => type === doc.tokens[i]!.type)
  );
}

/** The extras in a document's `user_data`, if Lacuna wrote it. */
function extrasIn(bytes: unknown, at: FilePosition, log: ReadLog): DraftExtras | undefined {
  if (!(bytes instanceof Uint8Array)) return undefined;
  const data = decodeMessagePack(bytes);
  const text = isRecord(data) ? data[EXTRAS_KEY] : undefined;
  return typeof text === "string" ? draftFromExtrasText(text, at, log) : undefined;
}

/** Says what else the file holds. */
function listUnused({ cats, userData }: DocBinMessage, path: string, log: ReadLog): void {
  const unused: string[] = [];
  if (cats.some((each) => isRecord(each) && Object.keys(each).length > 0)) unused.push("cats");
  const foreign = (bytes: unknown) => {
    if (!(bytes instanceof Uint8Array)) return false;
    const data = decodeMessagePack(bytes);
    return !isRecord(data) || Object.keys(data).some((key) => key !== EXTRAS_KEY);
  };
  if (userData.some(foreign)) unused.push("user_data");
  if (unused.length > 0) log.assume(`${basename(path)}: ${unused.join(" and ")} are not used and not kept`);
}
