/** A fenced block of a Markdown file. */
export interface DocBlock {
  /** The first word after the fence. */
  readonly language: string;
  /** The words after it: a file name (```js tag.mjs), or `varies` where numbers differ from machine to machine. */
  readonly attributes: readonly string[];
  readonly code: string;
  /** The line of the opening fence, from 1. */
  readonly line: number;
}

/** The fenced blocks of a Markdown text, in order. */
export function docBlocks(markdown: string): DocBlock[] {
  const blocks: DocBlock[] = [];
  let open: { info: string[]; lines: string[]; line: number } | undefined;
  for (const [i, line] of markdown.split("\n").entries()) {
    if (!line.startsWith("```")) open?.lines.push(line);
    else if (open === undefined) open = { info: line.slice(3).trim().split(/\s+/), lines: [], line: i + 1 };
    else {
      const [language = "", ...attributes] = open.info;
      blocks.push({ language, attributes, code: open.lines.join("\n"), line: open.line });
      open = undefined;
    }
  }
  return blocks;
}

/** A command of a console block and what it prints. */
export interface DocCommand {
  readonly command: string;
  readonly output: readonly string[];
}

/** The `$ command` lines of a console block, each with the lines below it. A line that ends in ` \` goes on in the next. */
export function docCommands(code: string): DocCommand[] {
  const commands: { command: string; output: string[] }[] = [];
  let goesOn = false;
  for (const line of code.split("\n")) {
    const last = commands.at(-1);
    if (goesOn) last!.command = `${last!.command.slice(0, -1)}${line.trimStart()}`;
    else if (line.startsWith("$ ")) commands.push({ command: line.slice(2), output: [] });
    else last?.output.push(line);
    goesOn = (goesOn || line.startsWith("$ ")) && line.endsWith(" \\");
  }
  return commands;
}

/** The words of a command as a shell has them, with 'single' and "double" quotes and nothing else. */
export function shellWords(command: string): string[] {
  return [...command.matchAll(/(?:[^\s'"]+|'[^']*'|"[^"]*")+/g)].map(([word]) =>
    word.replaceAll(/'([^']*)'|"([^"]*)"/g, (_, single, double) => single ?? double),
  );
}

/** Whether a printed line is the shown one. */
export type SameLine = (printed: string, shown: string) => boolean;

export const sameLine: SameLine = (printed, shown) => printed.trimEnd() === shown.trimEnd();

/** The same words in the same order, whatever the numbers and the width of columns: what training prints on any machine. */
export const sameButNumbers: SameLine = (printed, shown) => withoutNumbers(printed) === withoutNumbers(shown);

function withoutNumbers(line: string): string {
  return line
    .replaceAll(/[+−-]?\d[\d,.:]*\d|[+−-]?\d/g, "#")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Whether printed lines are the shown ones, where a shown line `…` stands for any number of lines. */
export function matchesShown(
  printed: readonly string[],
  shown: readonly string[],
  same: SameLine = sameLine,
): boolean {
  const [first, ...rest] = shown;
  if (first === undefined) return printed.every((line) => line.trim() === "");
  if (first.trim() === "…") {
    return printed.some((_, i) => matchesShown(printed.slice(i), rest, same)) || matchesShown([], rest, same);
  }
  return printed.length > 0 && same(printed[0]!, first) && matchesShown(printed.slice(1), rest, same);
}
