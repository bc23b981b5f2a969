import type { SpanRows } from "../../models/index.ts";
/** The spans of several sentences as spans of one packed batch, in the order given. */
export function packRows(
  sentences: readonly { readonly words: number; readonly spans: readonly SpanRows[] }[],
): { readonly starts: Int32Array; readonly ends: Int32Array } {
  const count = sentences.reduce(
    (sum, { spans }) => spans.reduce((own, { starts }) => own + starts.length, sum),
    0,
  );
  const packed = { starts: new Int32Array(count), ends: new Int32Array(count) };
  let [first, at] = [0, 0];
  for (const { words, spans } of sentences) {
    for (const { starts, ends } of spans) {
      for (let i = 0; i < starts.length; i++, at++) {
        packed.starts[at] = first + starts[i]!;
        packed.ends[at] = first + ends[i]!;
      }
    }
    first += words;
  }
  return packed;
}
