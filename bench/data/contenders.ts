import { loadDictionary, type MatchOptions } from "../../src/dictionary/index.ts";

/** Something that finds phrases in sentences: our dictionary, or a package for comparison. */
export interface Contender {
  readonly name: string;
  /** Builds the matcher from a file of phrases and returns a function that counts the hits in a sentence. */
  readonly build: (file: string, phrases: () => string[]) => Promise<(line: string) => number>;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * All that take part. The packages search characters, so hits inside words are filtered out of their results;
 * ours gets its tokens by splitting at blanks, which is part of the measured time.
 */
export const contenders: readonly Contender[] = [
  ours("lacuna, all hits", { case: "exact", match: "all", conflict: "keep-both" }),
  ours("lacuna, default options", {}),
  {
    name: "modern-ahocorasick",
    build: async (_, phrases) => {
      const { default: AhoCorasick } = await import("modern-ahocorasick");
      const matcher = new AhoCorasick(phrases());
      return (line) => countWhole(line, matcher.search(line));
    },
  },
  {
    name: "modern-ahocorasick/fast",
    build: async (_, phrases) => {
      const { default: FastAhoCorasick } = await import("modern-ahocorasick/fast");
      const matcher = new FastAhoCorasick(phrases());
      return (line) => countWhole(line, matcher.search(line));
    },
  },
  {
    name: "@monyone/aho-corasick",
    build: async (_, phrases) => {
      const { AhoCorasick } = await import("@monyone/aho-corasick");
      return countMonyone(new AhoCorasick(phrases()));
    },
  },
  {
    name: "@monyone/aho-corasick/fast",
    build: async (_, phrases) => {
      const { AhoCorasick } = await import("@monyone/aho-corasick/fast");
      return countMonyone(new AhoCorasick(phrases()));
    },
  },
  {
    name: "ahocorasick",
    build: async (_, phrases) => {
      // @ts-expect-error the package has no types
      const { default: AhoCorasick } = await import("ahocorasick");
      const matcher = new AhoCorasick(phrases()) as { search(text: string): [number, string[]][] };
      return (line) => {
        let count = 0;
        for (const [last, found] of matcher.search(line)) {
          for (const phrase of found) if (isWhole(line, last + 1 - phrase.length, last + 1)) count++;
        }
        return count;
      };
    },
  },
];

function ours(name: string, options: MatchOptions): Contender {
  return {
    name,
    build: async (file) => {
      const dictionary = await loadDictionary(file, options);
      return (line) => dictionary.match(line.split(" ")).length;
    },
  };
}

function countMonyone(matcher: {
  matchInText(text: string): { begin: number; end: number }[];
}): (line: string) => number {
  return (line) => {
    let count = 0;
    for (const { begin, end } of matcher.matchInText(line)) if (isWhole(line, begin, end)) count++;
    return count;
  };
}

function countWhole(line: string, found: readonly Range[]): number {
  let count = 0;
  for (const { start, end } of found) if (isWhole(line, start, end)) count++;
  return count;
}

function isWhole(line: string, start: number, end: number): boolean {
  const blank = 32;
  return (
    (start === 0 || line.charCodeAt(start - 1) === blank) &&
    (end === line.length || line.charCodeAt(end) === blank)
  );
}
