// The contract between the review server and its page: what is asked and what is answered. The page (`app/`) imports these
// types, so this file imports nothing that needs Node; the compiler checks that what the server answers fits them.
// Sentences, suggestions and runs go by number, never by path. Scores are in percent.

/** Words `[start, end)` of a sentence. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A span that names something. `score` is a model's probability, where a model predicted it. */
export interface Entity extends Span {
  readonly label: string;
  readonly score?: number;
}

/** What became of a suggestion. */
export type Status = "open" | "accepted" | "rejected" | "changed";

/** What a reviewer may do with a suggestion. */
export type DecisionAction = "accept" | "reject" | "reopen" | "change";

export type Counts = Readonly<Record<Status, number>>;

/** The share of decided suggestions that were accepted unchanged, with its 95 % Wilson interval. */
export interface PrecisionSoFar {
  /** Null while nothing is decided. */
  readonly estimate: number | null;
  readonly low: number;
  readonly high: number;
}

/** How far the review is; part of every answer that changes it. */
export interface Standing {
  readonly counts: Counts;
  readonly precision: PrecisionSoFar;
  /** The newest entry of the history. */
  readonly history: number;
}

/** GET /api/state */
export interface ReviewState extends Standing {
  readonly data: { readonly name: string; readonly sentences: number; readonly labels: readonly string[] };
  /** How many suggestions lie above the cut that the audit suggests. */
  readonly suggested: number;
  /** The reviewer's name where a request has no `who`. */
  readonly user: string;
  /** What GET /api/export can write. */
  readonly formats: readonly string[];
  /** What POST /api/retrain can train with; the audit's own method first. */
  readonly methods: readonly string[];
  readonly canRetrain: boolean;
  /** What runs are scored on; null where neither test nor dev sentences were given. */
  readonly scoredOn: "test" | "dev" | null;
  /** Edits that belong to no suggestion. */
  readonly edits: { readonly added: number; readonly removed: number };
}

/** The decision about a suggestion: what the entity is now. */
export interface Decision extends Entity {
  readonly status: Exclude<Status, "open">;
  readonly who: string;
  /** ISO 8601. */
  readonly at: string;
}

/** `start`, `end` and `label` are always the suggested ones. */
export interface SuggestionItem extends Entity {
  readonly id: number;
  readonly kind: "missed" | "wrong";
  /** Only for kind `wrong`. */
  readonly reason?: "type" | "boundary";
  readonly sentence: number;
  readonly probability: number;
  /** Whether it lies above the cut that the audit suggests. */
  readonly suggested: boolean;
  readonly status: Status;
  readonly text: string;
  /** Absent if it was removed from suggestions.jsonl. */
  readonly evidence?: Evidence;
  /** The entity as it is labelled; only for kind `wrong`. */
  readonly was?: Entity;
  /** Absent while open. */
  readonly decision?: Decision;
}

/** The evidence for a suggestion, as in suggestions.jsonl; the fields are explained in `src/audit/suggest/suggestion.ts`. */
interface Evidence {
  readonly score: number;
  readonly folds?: { readonly agree: number; readonly of: number };
  readonly surface: { readonly labelled: number; readonly occurrences: number };
  readonly neighbours: readonly Neighbour[];
  readonly dictionary?: readonly string[];
}

/** A labelled entity that resembles a suggestion. */
export interface Neighbour extends Entity {
  readonly sentence: number;
  /** Cosine of the two span vectors. */
  readonly similarity: number;
  readonly text: string;
}

/** GET /api/suggestions?from=0&count=50&type=LABEL&kind=missed&status=open&q=words&sort=probability */
export interface SuggestionPage {
  readonly total: number;
  readonly items: readonly SuggestionItem[];
}

/** Which suggestions a page lists, and in which order. An empty value and `all` do not narrow the list. */
export interface SuggestionFilter {
  readonly status: Status | "all";
  readonly type: string;
  readonly kind: "missed" | "wrong" | "";
  /** Words that the suggested text contains. */
  readonly q: string;
  readonly sort: SuggestionSort;
}

export const suggestionSorts = ["probability", "doubt", "sentence", "label", "text", "recent"] as const;

export type SuggestionSort = (typeof suggestionSorts)[number];

/** An entity as it is labelled now. */
export interface CurrentEntity extends Entity {
  /** `data`: labelled in the data. `suggestion`: from an accepted suggestion. `reviewer`: added by hand. */
  readonly source: "data" | "suggestion" | "reviewer";
  readonly suggestion?: number;
}

/** GET /api/sentences/:n */
export interface SentenceView {
  readonly sentence: number;
  readonly tokens: readonly string[];
  /** The running text, and the offsets of each word in it, in UTF-16 units. */
  readonly text: string;
  readonly offsets: readonly (readonly [start: number, end: number])[];
  readonly entities: readonly CurrentEntity[];
  /** All suggestions of the sentence, in reading order. */
  readonly suggestions: readonly number[];
  readonly dir: "ltr" | "rtl";
  readonly source: string;
  readonly doc?: string;
}

/** POST /api/decisions. Fields that a `change` leaves out keep their decided, or else their suggested, value. */
export interface DecisionRequest {
  readonly suggestion: number;
  readonly action: DecisionAction;
  /** The status that the reviewer saw: where somebody else has decided since, the answer is 409. Default: it is not compared. */
  readonly seen?: Status | undefined;
  readonly label?: string | undefined;
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  readonly who?: string | undefined;
}

export interface DecisionAnswer extends Standing {
  readonly item: SuggestionItem;
}

/** The part of a suggestion that a decision changes. */
export type DecidedItem = Pick<SuggestionItem, "id" | "status" | "decision">;

/** POST /api/decisions/batch: all open suggestions of these words and this label. */
export interface BatchRequest {
  readonly surface: string;
  readonly label: string;
  readonly action: "accept" | "reject";
  readonly who?: string | undefined;
}

export interface BatchAnswer extends Standing {
  readonly items: readonly DecidedItem[];
}

/** POST /api/undo `{ who? }`; 409 `changed-since` if somebody else has decided it again since. */
export interface UndoAnswer extends Standing {
  /** Null if nothing is left to undo. */
  readonly undone: {
    readonly action: HistoryAction;
    /** The suggestions it was about, as they are now; the first 200. */
    readonly items: readonly SuggestionItem[];
    /** The sentence, if it was an edit that belongs to no suggestion. */
    readonly sentence?: number;
  } | null;
}

/** POST and DELETE /api/entities */
export interface EntityRequest extends Span {
  readonly sentence: number;
  readonly label: string;
  readonly who?: string | undefined;
}

export interface EntityAnswer extends Standing {
  readonly sentence: SentenceView;
}

export type HistoryAction = DecisionAction | "batch-accept" | "batch-reject" | "add" | "remove" | "undo";

/** One step of a reviewer. Entries are never changed: undoing one adds another. */
export interface HistoryEntry {
  readonly id: number;
  readonly at: string;
  readonly who: string;
  readonly action: HistoryAction;
  /** How many suggestions and entities it changed. */
  readonly count: number;
  /** The first of them. */
  readonly sentence: number;
  readonly suggestion?: number;
  readonly text: string;
  readonly label: string;
  /** The first 20 of them. */
  readonly changes: readonly HistoryChange[];
  /** The entry that this one undoes. */
  readonly undoes?: number;
  /** The entry that undid this one. */
  readonly undoneBy?: number;
}

export interface HistoryChange {
  readonly sentence: number;
  /** The suggestion; absent for an entity that belongs to none. */
  readonly suggestion?: number;
  readonly text: string;
  readonly before: ChangedTo | null;
  readonly after: ChangedTo | null;
}

/** The state of a suggestion or an entity before or after a change; null: open, or as in the data. */
export interface ChangedTo extends Entity {
  readonly status: "accepted" | "rejected" | "changed" | "added" | "removed";
}

/** GET /api/history?from=0&count=100&who=NAME: newest first. */
export interface HistoryPage {
  readonly total: number;
  readonly items: readonly HistoryEntry[];
}

/**
 * GET /api/events: server-sent events by name. Decisions and entities carry an id, so that a window that reconnects gets
 * what it missed.
 */
export interface ReviewEvents {
  readonly decision: DecisionEvent;
  /** An entity that belongs to no suggestion was added or removed. */
  readonly entity: Standing & {
    readonly sentence: number;
    readonly who: string;
    readonly action: HistoryAction;
  };
  /** A run started, ended or entered its next stage. */
  readonly run: Run;
  readonly progress: RunProgress;
  readonly map: { readonly run: number | null; readonly computing: boolean; readonly progress: number };
  /** The window missed too much: it must fetch everything again. */
  readonly reload: Standing;
}

/** One of these events, as it is sent. */
export type ReviewEvent = {
  readonly [Name in keyof ReviewEvents]: {
    readonly name: Name;
    readonly data: ReviewEvents[Name];
    /** The newest history entry after it; a reconnecting window sends the last id it saw. */
    readonly id?: number;
  };
}[keyof ReviewEvents];

export interface DecisionEvent extends Standing {
  readonly who: string;
  readonly action: HistoryAction;
  /** Empty if there are more than 500, see `many`. */
  readonly items: readonly DecidedItem[];
  /** Too many to list: everything may have changed. */
  readonly many: boolean;
  /** The sentences whose entities changed. */
  readonly sentences: readonly number[];
}

export type RunStatus = "queued" | "running" | "done" | "stopped" | "failed";

export type RunStage = "train" | "score" | "audit";

/** GET /api/runs → `{ runs: Run[] }`, newest first. */
export interface Run {
  readonly id: number;
  readonly name: string;
  /** `before`: trained on the data as audited. `reviewed`: with the decisions applied. `given`: a model given with --model. */
  readonly kind: "before" | "reviewed" | "given";
  readonly status: RunStatus;
  readonly stage?: RunStage;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly who: string;
  readonly method: string;
  readonly encoder: string;
  readonly epochs?: number;
  readonly reaudit: boolean;
  /** How many decisions and edits were made when it was started; rejections count. */
  readonly decisions: number;
  /** On test or dev; null until it is scored. */
  readonly f1: number | null;
  /** Why it failed or stopped. */
  readonly error: string | null;
}

/** Progress of the current stage. */
export interface RunProgress {
  readonly run: number;
  readonly stage: RunStage;
  /** From 0 to 1. */
  readonly done: number;
  readonly step?: number;
  readonly steps?: number;
  readonly epoch?: number;
  readonly epochs?: number;
  readonly loss?: number;
  readonly f1?: number;
  readonly message?: string;
}

/** GET /api/runs/:id */
export interface RunDetails extends Run {
  /** The training config, with file names in place of paths. */
  readonly config: Readonly<Record<string, unknown>>;
  /** `loss` by step (at most 500 points), `loss per epoch` and the scores on dev by epoch. */
  readonly curves: Readonly<Record<string, readonly CurvePoint[]>>;
  readonly scores: Rates | null;
  readonly macro: Rates | null;
  readonly scoredOn: "test" | "dev" | null;
  readonly types: readonly TypeScore[];
  /** The first 500. */
  readonly errors: readonly RunMistake[];
  readonly errorCount: number;
  /** What the new audit found; null if there was none. */
  readonly audit: AuditChange | null;
}

/** Precision, recall and F1. */
interface Rates {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** The scores of one label; `gold` is its number of gold entities. */
interface TypeScore extends Rates {
  readonly label: string;
  readonly gold: number;
}

export interface CurvePoint {
  readonly x: number;
  readonly y: number;
}

/** A place where the model and the gold labels disagree. */
export interface RunMistake {
  readonly sentence: number;
  readonly tokens: readonly string[];
  readonly kind: "missed" | "spurious" | "type" | "boundary";
  readonly gold?: Entity;
  readonly predicted?: Entity;
}

/** How the audit of a run differs from the audit under review. */
export interface AuditChange {
  readonly suggestions: number;
  readonly appeared: number;
  readonly vanished: number;
  readonly kept: number;
  /** Estimated number of missing entities. */
  readonly missing: { readonly before: Interval; readonly after: Interval };
  /** The first 200 of each, best first. */
  readonly examples: {
    readonly appeared: readonly AuditExample[];
    readonly vanished: readonly AuditExample[];
  };
}

interface Interval {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface AuditExample extends Entity {
  readonly kind: "missed" | "wrong";
  readonly sentence: number;
  readonly probability: number;
  readonly text: string;
  /** What reviewers decided; absent for new suggestions. */
  readonly status?: Status;
}

/** Two scores and their difference, b − a, with its 95 % interval and p-value where computed. */
export interface Difference {
  readonly a: number;
  readonly b: number;
  readonly difference: number;
  readonly low?: number;
  readonly high?: number;
  readonly p?: number;
}

/** GET /api/runs/compare?a=1&b=2: F1 of two runs over the same sentences; interval by paired bootstrap, p by randomisation. */
export interface RunComparison {
  readonly a: number;
  readonly b: number;
  readonly total: Difference;
  readonly types: readonly (Difference & { readonly label: string })[];
  readonly sentences: number;
  readonly test: "test" | "dev";
  /** Mistakes that only a made (mended) and only b made (broken), at most 200 each. */
  readonly mended: readonly RunMistake[];
  readonly broken: readonly RunMistake[];
}

/** POST /api/retrain; 409 `busy` while another run is under way. */
export interface RetrainRequest {
  /** Default: as in the audit. */
  readonly method?: string | undefined;
  /** Default: as in the audit. */
  readonly epochs?: number | undefined;
  /** Whether to audit the data again with the new model. Default: false. */
  readonly reaudit?: boolean | undefined;
  /** Whether to first train on the data as audited, if no such run exists to compare with. Default: true. */
  readonly baseline?: boolean | undefined;
  readonly who?: string | undefined;
}

export interface RetrainAnswer {
  readonly run: Run;
  /** The run on the data as audited, with the same config, if one had to be started first. */
  readonly baseline?: Run;
}

/** GET /api/map?run=ID; default: the newest model. */
export type MapAnswer =
  | { readonly run: number | null; readonly points: readonly MapPoint[] }
  | { readonly run: number | null; readonly computing: true; readonly progress: number };

export interface MapPoint extends Entity {
  readonly x: number;
  readonly y: number;
  readonly sentence: number;
  readonly text: string;
  /** The open suggestion; absent for a labelled entity. */
  readonly suggestion?: number;
}

/** POST /api/tag */
export interface TagRequest {
  readonly text: string;
  readonly threshold?: number | undefined;
  readonly mode?: "flat" | "nested" | undefined;
  /** Default: the newest model. */
  readonly run?: number | undefined;
}

export interface TagAnswer {
  readonly run: number | null;
  readonly text: string;
  /** `start` and `end` are UTF-16 units of `text`, not words. */
  readonly entities: readonly {
    readonly start: number;
    readonly end: number;
    readonly label: string;
    readonly score: number;
    readonly text: string;
  }[];
}
