import type { OffsetUnit } from "../../../text/index.ts";
import { convertOffsets } from "../../../text/index.ts";
import type { Offset } from "../../sentence.ts";
import { isRecord } from "../json-shape.ts";
/** Where `tokens` (`{start, end}` each) stand in the text, in UTF-16 units; `undefined` if one does not. */
export function tokenOffsets(text: string, tokens: unknown, unit: OffsetUnit): Offset[] | undefined {
  if (!Array.isArray(tokens) || !tokens.every(isRecord)) return undefined;
  const stated = tokens.flatMap(({ start, end }) => [Number(start), Number(end)]);
  const converted = convertOffsets(text, stated, unit, "utf16");
  const offsets: Offset[] = [];
  let previous = 0;
  for (let i = 0; i < converted.length; i += 2) {
    const [start, end] = [converted[i], converted[i + 1]];
    if (start === undefined || end === undefined || start < previous || end < start) return undefined;
    offsets.push([start, end]);
    previous = end;
  }
  return offsets;
}
