import { choose, UserError } from "../errors.ts";

/** How letter case is compared, from the strictest; `smart` and `heading` are explained in letter-case.ts. */
export const caseModes = ["exact", "smart", "heading", "fold"] as const;

export type CaseMode = (typeof caseModes)[number];

/** Which spellings of one character count as the same. */
export type Normalisation = "none" | "nfc" | "nfkc";

/** The unit phrases and words are split into for comparison; see `tokenClass` in matcher/token-cutter.ts. */
export type Unit = "words" | "characters" | "tokens";

/** What happens to hits of different labels that share a token. */
export type Conflict = "drop" | "first" | "longest" | "keep-both" | "drop-tokens";

/** How hits are chosen once the phrases are found. These may differ from call to call. */
export interface SelectionOptions {
  /**
   * `longest`: from left to right, the longest hit at each token, continuing after its end (forward maximum
   * matching). `all`: every hit, also nested and overlapping ones.
   */
  readonly match?: "longest" | "all";
  /**
   * Between labels, for the same or overlapping spans. `drop`: none stays, since the text does not say which is
   * meant. `first`: the label that came first in the dictionary. `longest`: the longer span, then the one that starts
   * first, then the label that came first. `keep-both`: all stay. `drop-tokens`: the shared tokens are dropped, the
   * rest of each hit stays.
   */
  readonly conflict?: Conflict;
  /** Hits of fewer tokens are ignored. */
  readonly minTokens?: number;
  /** Hits of more tokens are ignored: the window of some published labellers. */
  readonly maxTokens?: number;
  /** With `longest`: select per label, then resolve conflicts. */
  readonly perType?: boolean;
  /** With `longest`: how many tokens after a hit cannot begin the next one. */
  readonly skipAfterMatch?: number;
  /** Hits of one label that touch or overlap become one hit, as in labels that were stored as plain token tags. */
  readonly mergeAdjacent?: boolean;
}

/** Everything that decides what a dictionary matches. */
export interface MatchOptions extends SelectionOptions {
  /**
   * `exact` (default): letter for letter. `fold`: case is ignored. `smart`: a lower-case phrase also matches Title and
   * ALL-CAPS text, a capitalised one also ALL-CAPS text, a short ALL-CAPS acronym only itself. `heading`: as `smart`, and a
   * phrase written like a heading (`Heart Failure`) also matches lower-case text.
   */
  readonly case?: CaseMode;
  /**
   * `nfc`: composed and decomposed accents are the same. `nfkc`: so are full-width letters, ligatures and the
   * like. `none`: code point for code point.
   */
  readonly normalisation?: Normalisation;
  /** Whether a phrase also matches the regular English plural or singular of its last word. */
  readonly plural?: boolean;
  /** Phrases of fewer characters (blanks not counted) are left out. */
  readonly minCharacters?: number;
  /** Phrases that are never a hit, found in the text like any other phrase; longer phrases that contain one still are. */
  readonly stop?: Iterable<string>;
  /**
   * `words`: runs of letters and digits, other characters one by one, so that `Parkinson's disease` matches
   * however the text was tokenised. `characters`: for text with one token per character. `tokens`: the phrase,
   * split at blanks, must be exactly the tokens. `auto`: `characters` if the tokens of `sample` are nearly all
   * single characters, else `words`.
   */
  readonly unit?: Unit | "auto";
  /** For unit `auto`: the tokens of some sentences to be matched. */
  readonly sample?: Iterable<readonly string[]>;
}

/** `SelectionOptions` with defaults filled in. */
export type Selection = Required<SelectionOptions>;

/** The defaults. */
export const defaultSelection: Selection = {
  match: "longest",
  conflict: "drop",
  minTokens: 1,
  maxTokens: Number.POSITIVE_INFINITY,
  perType: false,
  skipAfterMatch: 0,
  mergeAdjacent: false,
};

/** Named option sets. `bc5cdr` reproduces the published distant labels of BC5CDR. */
export const presets: Readonly<Record<"default" | "bc5cdr", MatchOptions>> = {
  default: {},
  bc5cdr: {
    case: "exact",
    normalisation: "none",
    unit: "tokens",
    perType: true,
    maxTokens: 10,
    skipAfterMatch: 1,
    conflict: "drop-tokens",
    mergeAdjacent: true,
  },
};

/** Looks a preset up by name. */
export function matchPreset(name: string): MatchOptions {
  return choose("dictionary preset", presets, name);
}

const choices = new Map<string, readonly unknown[]>([
  ["case", caseModes],
  ["normalisation", ["none", "nfc", "nfkc"]],
  ["unit", ["auto", "words", "characters", "tokens"]],
  ["match", ["longest", "all"]],
  ["conflict", ["drop", "first", "longest", "keep-both", "drop-tokens"]],
]);

/** The least that numbers may be. */
const least = new Map([
  ["minCharacters", 0],
  ["minTokens", 0],
  ["maxTokens", 1],
  ["skipAfterMatch", 0],
]);

/** Fails on an invalid option, naming the choices. */
export function checkMatchOptions(options: MatchOptions): void {
  const given = new Map<string, unknown>(Object.entries(options));
  for (const [key, known] of choices) {
    const value = given.get(key);
    if (value === undefined || known.includes(value)) continue;
    throw new UserError(`dictionary option "${key}" cannot be "${String(value)}"`, {
      hint: `choose one of: ${known.join(", ")}`,
    });
  }
  for (const [key, low] of least) {
    const value = given.get(key);
    if (value === undefined || value === Infinity || (Number.isInteger(value) && Number(value) >= low))
      continue;
    throw new UserError(
      `dictionary option "${key}" must be a whole number of at least ${low}, got "${value}"`,
    );
  }
}
