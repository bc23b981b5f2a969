/** A fenced block of a Markdown file. */
export interface DocBlock {
  readonly language: string;
  readonly code: string;
  /** The line of the opening fence, from 1. */
  readonly line: number;
}

/** The fenced blocks of a Markdown text, in order. */
export function docBlocks(markdown: string): DocBlock[] {
  const blocks: DocBlock[] = [];
  let open: { language: string; lines: string[]; line: number } | undefined;
  for (const [i, line] of markdown.split("\n").entries()) {
    if (!line.startsWith("```")) open?.lines.push(line);
    else if (open === undefined) open = { language: line.slice(3).trim(), lines: [], line: i + 1 };
    else {
      blocks.push({ language: open.language, code: open.lines.join("\n"), line: open.line });
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

/** The `$ command` lines of a console block, each with the lines below it. */
export function docCommands(code: string): DocCommand[] {
  const commands: { command: string; output: string[] }[] = [];
  for (const line of code.split("\n")) {
    if (line.startsWith("$ ")) commands.push({ command: line.slice(2), output: [] });
    else commands.at(-1)?.output.push(line);
  }
  return commands;
}

/** Whether printed lines are the shown ones, where a shown line `…` stands for any number of lines. */
export function matchesShown(printed: readonly string[], shown: readonly string[]): boolean {
  const [first, ...rest] = shown;
  if (first === undefined) return printed.every((line) => line.trim() === "");
  if (first.trim() === "…") {
    return printed.some((_, i) => matchesShown(printed.slice(i), rest)) || matchesShown([], rest);
  }
  return (
    printed.length > 0 && printed[0]!.trimEnd() === first.trimEnd() && matchesShown(printed.slice(1), rest)
  );
}
