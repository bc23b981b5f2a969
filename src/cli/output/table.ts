import { formatNumber } from "../../format.ts";

/** Lays rows out in columns: the first flush left, the others flush right, by what a terminal shows. */
export function table(rows: readonly (readonly (string | number)[])[]): string[] {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === "number" ? formatNumber(cell) : cell)));
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => displayWidth(row[column] ?? ""))),
  );
  return cells.map((row) =>
    row
      .map((cell, column) => {
        const gap = " ".repeat(widths[column]! - displayWidth(cell));
        return column === 0 ? cell + gap : gap + cell;
      })
      .join("  ")
      .trimEnd(),
  );
}

const noWidth = /\p{Mark}|\u200d/u;
const doubleWidth =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60\p{Emoji_Presentation}]/u;

/** Han, Kana, Hangul and emoji take two places on a terminal; combining marks none. */
function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    if (noWidth.test(character)) continue;
    width += doubleWidth.test(character) ? 2 : 1;
  }
  return width;
}
