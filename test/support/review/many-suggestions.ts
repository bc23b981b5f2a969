import type { Suggestion } from "../../../src/audit/suggest/suggestion.ts";
import type { Sentence } from "../../../src/data/index.ts";
import { Random } from "../../../src/random.ts";

/** Words that have broken pages before: markup, other directions, other scripts, signs that cannot be shown. */
export const hostileTokens = [
  "</script><script>globalThis.pwned=1</script>",
  "<img src=x onerror=globalThis.pwned=1>",
  "<!--",
  "&lt;b&gt;",
  "\u0024{globalThis.pwned=1}",
  "'\"`",
  "\u202Egnitser\u2028",
  "a\0b\uD83D",
  "__proto__",
];

const kinds = {
  english: [
    "Nobody",
    "saw",
    "Maria",
    "Keller",
    "leave",
    "the",
    "house",
    "by",
    "the",
    "river",
    "that",
    "night",
    ".",
  ],
  hostile: hostileTokens,
  arabic: ["سافر", "أحمد", "حسن", "إلى", "القاهرة", "يوم", "الخميس", "."],
  hebrew: ["דוד", "כהן", "נסע", "אל", "חיפה", "."],
  chinese: ["王", "小", "明", "昨", "天", "飞", "往", "北", "京", "。"],
  emoji: ["I", "❤️", "👨‍👩‍👧‍👦", "and", "🏳️‍🌈", "in", "Zu\u0308rich", "!"],
} as const;

export type TextKind = keyof typeof kinds;

/** Made-up suggestions, best first, in sentences of all kinds of text; `kindOf` says of which kind a sentence is. */
export function manySuggestions(count: number): {
  readonly suggestions: readonly Suggestion[];
  readonly sentences: readonly Sentence[];
  kindOf(sentence: number): TextKind;
} {
  const random = new Random(5);
  const names = Object.keys(kinds) as TextKind[];
  const labels = ["PER", "LOC", "ORG", "__proto__", "<i>LAW</i>", "دولة"];
  const kindOf = (sentence: number) => names[sentence % names.length]!;
  const sentences = Array.from({ length: count }, (_, i): Sentence => {
    const words = kinds[kindOf(i)];
    // Each sentence is different, and some are long.
    const tokens = [
      ...Array.from({ length: i % 50 === 0 ? 30 : 1 + (i % 3) }, () => words).flat(),
      String(i),
    ];
    return {
      tokens,
      entities: [{ start: 0, end: 1, label: labels[i % labels.length]! }],
      completeness: "partial",
      source: "made-up",
      doc: `doc-${Math.floor(i / 20)}`,
    };
  });
  const suggestions = sentences.map((sentence, i): Suggestion => {
    const start = 1 + random.below(sentence.tokens.length - 2);
    const end = Math.min(sentence.tokens.length, start + 1 + random.below(2));
    const core = {
      sentence: i,
      start,
      end,
      label: random.pick(labels),
      probability: random.uniform(),
      text: sentence.tokens.slice(start, end).join(" "),
      evidence: {
        score: random.uniform(),
        folds: { agree: random.below(5), of: 4 },
        surface: { labelled: 3, occurrences: 5 },
        neighbours: Array.from({ length: 3 }, () => {
          const at = random.below(count);
          const entity = sentences[at]!.entities[0]!;
          return { ...entity, sentence: at, similarity: random.uniform(), text: sentences[at]!.tokens[0]! };
        }),
        dictionary: ["PER"],
      },
    };
    const suggested = core.probability >= 0.5;
    if (i % 7 > 0) return { kind: "missed", suggested, ...core };
    return { kind: "wrong", reason: "boundary", was: { start: 0, end, label: "PER" }, suggested, ...core };
  });
  suggestions.sort((a, b) => b.probability - a.probability);
  return { suggestions, sentences, kindOf };
}
