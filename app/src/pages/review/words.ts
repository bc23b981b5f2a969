import type { Status } from "../../../../src/review/api.ts";

export const statusWords: Readonly<Record<Status, string>> = {
  open: "open",
  accepted: "accepted",
  rejected: "rejected",
  changed: "changed and accepted",
};

/** Text in quotes, isolated from the direction of its surroundings. */
export function quoted(text: string): string {
  const short = text.length > 60 ? `${text.slice(0, 57)}…` : text;
  return `“\u2068${short}\u2069”`;
}

/** Roughly how long ago something was. */
export function ago(at: string, now = Date.now()): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(at)) / 1000));
  if (Number.isNaN(seconds)) return "";
  if (seconds < 60) return "just now";
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  return new Date(at).toISOString().slice(0, 10);
}
