import { type DocBlock, docBlocks, docCommands } from "./doc-blocks.ts";

/** A piece of code in a Markdown text: what stands between backticks, or a fenced block. */
export interface DocCode {
  readonly text: string;
  /** From 1; of a block, that of its fence. */
  readonly line: number;
}

/** The code between backticks of a Markdown text, and the commands of its blocks. */
export function codeIn(markdown: string): DocCode[] {
  const blocks = docBlocks(markdown);
  const inside = new Set<number>();
  for (const { code, line } of blocks) {
    for (let i = 0; i < code.split("\n").length + 2; i++) inside.add(line + i);
  }
  const spans = markdown.split("\n").flatMap((text, i) => {
    if (inside.has(i + 1)) return [];
    return [...text.matchAll(/(?<!`)`([^`]+)`(?!`)/g)].map(([, code]) => ({ text: code!, line: i + 1 }));
  });
  const commands = blocks.map((block) => ({ text: commandLines(block), line: block.line }));
  return [...spans, ...commands.filter(({ text }) => text !== "")].sort((a, b) => a.line - b.line);
}

/** The commands of a block, one in a line. Those that are shown to fail may be wrong. */
function commandLines({ language, code }: DocBlock): string {
  const joined = code.replaceAll(/\\\n\s*/g, "");
  if (language === "sh") return joined;
  return docCommands(joined)
    .filter(({ output }) => !output.some((line) => line.startsWith("error: ")))
    .map(({ command }) => command)
    .join("\n");
}

/** The `lacuna` commands of a piece of code: the words before and between the options, and the options. */
export function commandsIn(code: string): { words: string[]; flags: string[] }[] {
  const starts = code.matchAll(/^(?:.*?(?:[$|;&(]|=\S*)\s*)?(?:npx )?lacuna +([a-zA-Z][^|;&#\n]*)/gm);
  return [...starts].map(([, rest]) => {
    const words = rest!.trim().split(/\s+/);
    return {
      words: words.filter((word) => !word.startsWith("-")),
      flags: words.flatMap((word) => /^--[a-z][a-z0-9-]*/.exec(word)?.[0] ?? []),
    };
  });
}

/** Endings of files, which are not keys: `model.onnx`. */
const FILES =
  /\.(?:jsonl?|ya?ml|md|html|tsx?|m?js|txt|tsv|csv|onnx|safetensors|conll|sqlite|gz|bin|svg|png)$/;

/** The config keys of a piece of code: what follows `--set`, and paths that begin with a section of the config. */
export function keysIn(code: string, sections: ReadonlySet<string>): string[] {
  const set = [...code.matchAll(/--set((?:\s+[\w.]+=[^\s|;]+)+)/g)].flatMap(([, pairs]) =>
    pairs!
      .trim()
      .split(/\s+/)
      .map((pair) => pair.split("=")[0]!)
      .filter((key) => key.toLowerCase() !== "key"),
  );
  if (set.length > 0) return set;
  const path = /^([a-zA-Z]\w*)(?:\.[a-zA-Z]\w*)+(?=$|=)/.exec(code);
  return path !== null && sections.has(path[1]!) && !FILES.test(path[0]) ? [path[0]] : [];
}

/** The long options that a `--help` lists. */
export function optionsOf(help: string): Set<string> {
  return new Set([...help.matchAll(/^ {2}(?:-\w, )?(--[a-z][a-z0-9-]*)/gm)].map(([, flag]) => flag!));
}
