import { readFileSync } from "node:fs";

/** The files of the page's script. They are put one behind the other, so that each may use those before it. */
const files = [
  "view",
  "select",
  "row-places",
  "pieces",
  "words",
  "row",
  "evidence",
  "list",
  "controls",
  "start",
];

/**
 * The script of the report, as it stands in the page.
 *
 * The files of client/ are plain JavaScript modules, written so that they mean the same before and after they are
 * compiled: here they are read as text, and what joins modules is taken out.
 */
export function reportScript(): string {
  const ending = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const texts = files.map((name) =>
    readFileSync(new URL(`./client/${name}.${ending}`, import.meta.url), "utf8"),
  );
  return texts.map(withoutJoints).join("\n");
}

function withoutJoints(text: string): string {
  return text
    .replace(/^\/\/ @ts-nocheck.*\n/m, "")
    .replace(/^import\s[^;]*;\n/gm, "")
    .replace(/^export \{\};?\n?/gm, "")
    .replace(/^export (?=(?:async )?function|const|class)/gm, "")
    .trim();
}
