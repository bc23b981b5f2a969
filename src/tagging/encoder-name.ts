import type { EncoderConfig } from "../encoders/index.ts";
/** What an encoder is called before people: its kind, and of a panel how many of which kind: `3 × cnn`. */
export function encoderName({ kind, members, of }: EncoderConfig): string {
  return kind === "panel" ? `${members} × ${encoderName(of as EncoderConfig)}` : kind;
}
