import type { EncoderConfig } from "../encoders/index.ts";

/** An encoder's name for people: its kind, and for an ensemble how many of which kind, e.g. `3 × cnn`. */
export function encoderName({ kind, members, of }: EncoderConfig): string {
  return kind === "ensemble" ? `${members} × ${encoderName(of as EncoderConfig)}` : kind;
}
