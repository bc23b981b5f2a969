import type { Entity } from "../../span.ts";
import { isListOf, isRecord } from "../json-shape.ts";
import type { DocToken } from "./doc.ts";
import { decodeMessagePack, encodeMessagePack } from "./message.ts";
import { stringId } from "./string-ids.ts";

/** Of each span: three 64-bit numbers (id, kb_id, label), four of 32 bits (start, end, first and last character), big-endian. */
const SPAN_BYTES = 40;

/** The group in which spaCy's span categoriser looks by default. */
const GROUP = "sc";

/** The labelled spans of all groups of a document: `Doc.spans`. */
export function readSpanGroups(bytes: unknown, nameOf: (id: bigint) => string | undefined): Entity[] {
  if (!(bytes instanceof Uint8Array) || bytes.length === 0) return [];
  const groups = decodeMessagePack(bytes);
  // A list of groups in old files, else a map from each group to its names.
  const packed = Array.isArray(groups) ? groups : isRecord(groups) ? Object.keys(groups).map(latin1) : [];
  return packed.flatMap((each: unknown) => {
    const group = each instanceof Uint8Array ? decodeMessagePack(each) : undefined;
    const spans = isRecord(group) && isListOf(group.spans, isSpan) ? group.spans : [];
    return spans.map((span): Entity => {
      const view = Buffer.from(span.buffer, span.byteOffset, span.byteLength);
      return {
        label: nameOf(view.readBigUInt64BE(16)) ?? "",
        start: view.readInt32BE(24),
        end: view.readInt32BE(28),
      };
    });
  });
}

/** The same in the form that every version reads; empty without spans. */
export function writeSpanGroups(spans: readonly Entity[], tokens: readonly DocToken[]): Uint8Array {
  if (spans.length === 0) return encodeMessagePack([]);
  // In characters as Python counts them.
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const { text, space } of tokens) {
    starts.push(at);
    at += [...text].length;
    ends.push(at);
    if (space) at++;
  }
  const packed = spans.map(({ start, end, label }) => {
    const span = Buffer.alloc(SPAN_BYTES);
    span.writeBigUInt64BE(stringId(label), 16);
    span.writeInt32BE(start, 24);
    span.writeInt32BE(end, 28);
    span.writeInt32BE(starts[start]!, 32);
    span.writeInt32BE(ends[end - 1]!, 36);
    return span;
  });
  return encodeMessagePack([encodeMessagePack({ name: GROUP, attrs: {}, spans: packed })]);
}

function isSpan(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array && value.length === SPAN_BYTES;
}

function latin1(text: string): Buffer {
  return Buffer.from(text, "latin1");
}
