/** Characters of a line at most. */
const WIDTH = 100;

/** A warning that nobody overlooks among other lines. */
export function loud(warning: string): string[] {
  const lines: string[] = [];
  let line = "WARNING:";
  for (const word of warning.split(" ")) {
    if (line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = "        ";
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}
