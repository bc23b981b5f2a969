import type { Status } from "../../../../src/review/api.ts";

/** A number with marks between thousands. */
export function count(value: number): string {
  return value.toLocaleString("en");
}

/** A share in per cent, never rounded up to certainty. */
export function percent(share: number): string {
  if (share >= 0.995 && share < 1) return "> 99 %";
  if (share < 0.005 && share > 0) return "< 1 %";
  return `${Math.round(share * 100)} %`;
}

export const statusWords: Readonly<Record<Status, string>> = {
  open: "open",
  accepted: "accepted",
  rejected: "rejected",
  changed: "changed and accepted",
};

/** Words in quotes that do not change direction with what stands in them. */
export function quoted(text: string): string {
  const short = text.length > 60 ? `${text.slice(0, 57)}…` : text;
  return `“\u2068${short}\u2069”`;
}

/** How long ago something was, roughly. */
export function ago(at: string, now = Date.now()): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(at)) / 1000));
  if (Number.isNaN(seconds)) return "";
  if (seconds < 60) return "just now";
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  return new Date(at).toISOString().slice(0, 10);
}
