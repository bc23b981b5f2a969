import type { Suggestion } from "../../../src/audit/suggest/suggestion.ts";
import type { Sentence } from "../../../src/data/index.ts";
import { type MadeUpAudit, madeUpAudit } from "./made-up-audit.ts";

type Place = readonly [start: number, end: number, label: string];

interface Special {
  readonly tokens: readonly string[];
  /** The running text; words joined by blanks if absent. */
  readonly text?: string;
  readonly entities: readonly Place[];
  readonly suggested: Place;
  readonly probability: number;
}

/** Sentences that are hard to draw: nested, from right to left, without blanks, with joined emoji. */
export const specials = {
  nested: {
    tokens: ["She", "left", "the", "University", "of", "New", "York", "Press", "in", "Queens", "."],
    entities: [
      [3, 8, "ORG"],
      [5, 7, "LOC"],
    ],
    suggested: [3, 7, "ORG"],
    probability: 0.9991,
  },
  arabic: {
    tokens: ["سافر", "أحمد", "حسن", "إلى", "القاهرة", "يوم", "الخميس", "."],
    entities: [[4, 5, "LOC"]],
    suggested: [1, 3, "PER"],
    probability: 0.9992,
  },
  chinese: {
    tokens: ["王", "小", "明", "昨", "天", "飞", "往", "北", "京", "。"],
    text: "王小明昨天飞往北京。",
    entities: [[0, 3, "PER"]],
    suggested: [7, 9, "LOC"],
    probability: 0.9993,
  },
  emoji: {
    tokens: ["I", "❤️", "👨‍👩‍👧‍👦", "in", "Zu\u0308rich", "!"],
    entities: [],
    suggested: [4, 5, "LOC"],
    probability: 0.9994,
  },
  hostile: {
    tokens: ["<img src=x onerror=globalThis.pwned=1>", "\u202Egnitser", "</script>", "Rome"],
    entities: [[0, 1, "PER"]],
    suggested: [1, 4, "LOC"],
    probability: 0.9995,
  },
} satisfies Readonly<Record<string, Special>>;

/** An audit of the embedded corpus as it might come out, with a few sentences that are hard to draw; those come first by probability. */
export function reviewAudit(size: number): MadeUpAudit {
  const { summary, suggestions, sentences } = madeUpAudit({ size });
  const more = Object.values<Special>(specials);
  return {
    summary,
    sentences: [...sentences, ...more.map(sentenceOf)],
    suggestions: [
      ...more.map((one, i) => suggestionOf(one, sentences.length + i)),
      ...suggestions.map(lessSure),
    ],
  };
}

/** Room above for the special ones. */
function lessSure(suggestion: Suggestion): Suggestion {
  return { ...suggestion, probability: Math.min(0.998, suggestion.probability) };
}

function sentenceOf({ tokens, text, entities }: Special): Sentence {
  return {
    tokens,
    entities: entities.map(([start, end, label]) => ({ start, end, label })),
    completeness: "partial",
    source: "made-up",
    ...(text === undefined
      ? {}
      : {
          text,
          // Each of these words is one sign long.
          offsets: tokens.map((_, i) => [i, i + 1] as const),
        }),
  };
}

function suggestionOf({ tokens, text, suggested, probability }: Special, sentence: number): Suggestion {
  const [start, end, label] = suggested;
  return {
    kind: "missed",
    sentence,
    start,
    end,
    label,
    probability,
    suggested: true,
    text: text?.slice(start, end) ?? tokens.slice(start, end).join(" "),
    evidence: {
      score: probability,
      folds: { agree: 4, of: 4 },
      surface: { labelled: 0, occurrences: 0 },
      neighbours: [],
    },
  };
}
