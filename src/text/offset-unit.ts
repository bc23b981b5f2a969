/** What a character offset counts: JavaScript's UTF-16 units, Unicode code points (Python), or UTF-8 bytes. */
export type OffsetUnit = "utf16" | "codepoint" | "byte";

export const offsetUnits: readonly OffsetUnit[] = ["utf16", "codepoint", "byte"];
