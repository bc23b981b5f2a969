import type { Estimate } from "../../audit/audit-summary.ts";
import type { Evidence } from "../../audit/suggestion.ts";
import type { Entity, Offset, Span } from "../../data/index.ts";
import type {
  Mistake,
  PairedInterval,
  Rates,
  Score,
  Significance,
  TypeScore,
} from "../../evaluation/index.ts";
import type { TrainEvent } from "../../training/events.ts";

// What the review server answers, for the page that asks. Sentences, suggestions and runs go by number, never by path.

/** What became of a suggestion. */
export type Status = "open" | "accepted" | "rejected" | "changed";

/** What a reviewer may do with a suggestion. */
export type DecisionAction = "accept" | "reject" | "reopen" | "change";

export type Counts = Readonly<Record<Status, number>>;

/** Of the suggestions decided so far, the share that was accepted as it stood, with its 95 % interval (Wilson). */
export interface PrecisionSoFar {
  /** Null as long as nothing is decided. */
  readonly estimate: number | null;
  readonly low: number;
  readonly high: number;
}

/** GET /api/state */
export interface ReviewState {
  readonly data: { readonly name: string; readonly sentences: number; readonly labels: readonly string[] };
  readonly counts: Counts;
  /** How many suggestions lie above the cut that the audit suggests. */
  readonly suggested: number;
  readonly precision: PrecisionSoFar;
  /** Who decides in this window unless it says otherwise. */
  readonly user: string;
  /** What GET /api/export can write. */
  readonly formats: readonly string[];
  /** What POST /api/retrain can train with. The first is that of the audit. */
  readonly methods: readonly string[];
  /** What runs are scored on; null where neither test nor dev sentences were given. */
  readonly scoredOn: "test" | "dev" | null;
  /** How many edits there are that belong to no suggestion. */
  readonly edits: { readonly added: number; readonly removed: number };
  /** The newest entry of the history; events after it come by GET /api/events. */
  readonly history: number;
}

/** The decision about a suggestion: what the entity is now. */
export interface Decision extends Entity {
  readonly status: Exclude<Status, "open">;
  readonly who: string;
  /** ISO 8601. */
  readonly at: string;
}

export interface SuggestionItem extends Entity {
  readonly id: number;
  readonly kind: "missed" | "wrong";
  /** Only of `wrong`. */
  readonly reason?: "type" | "boundary";
  readonly sentence: number;
  readonly probability: number;
  /** Whether it lies above the cut that the audit suggests. */
  readonly suggested: boolean;
  readonly status: Status;
  readonly text: string;
  /** Null where somebody took it out of suggestions.jsonl. */
  readonly evidence: Evidence | null;
  /** The entity as it is labelled; only of `wrong`. */
  readonly was?: Entity;
  /** Absent while open. `start`, `end` and `label` are those of the entity as decided. */
  readonly decision?: Decision;
}

/** GET /api/suggestions?from=0&count=50&type=LABEL&kind=missed&status=open&q=words&sort=rank */
export interface SuggestionPage {
  readonly total: number;
  readonly items: readonly SuggestionItem[];
}

export type SuggestionSort = "rank" | "sentence" | "label" | "text" | "recent";

/** An entity as it is labelled now. */
export interface CurrentEntity extends Entity {
  /** `data`: labelled from the beginning. `suggestion`: by an accepted one. `reviewer`: added by hand. */
  readonly source: "data" | "suggestion" | "reviewer";
  readonly suggestion?: number;
}

/** GET /api/sentences/:n */
export interface SentenceView {
  readonly sentence: number;
  readonly tokens: readonly string[];
  /** The running text, and where each word stands in it, in UTF-16 units. */
  readonly text: string;
  readonly offsets: readonly Offset[];
  readonly entities: readonly CurrentEntity[];
  /** All suggestions of the sentence, in reading order. */
  readonly suggestions: readonly number[];
  readonly dir: "ltr" | "rtl";
  readonly source: string;
  readonly doc?: string;
}

/** POST /api/decisions `{ suggestion, action, label?, start?, end?, who? }` */
export interface DecisionAnswer {
  readonly decision: SuggestionItem;
  readonly counts: Counts;
  readonly precision: PrecisionSoFar;
  readonly history: number;
}

/** POST /api/decisions/batch `{ surface, label, action: "accept" | "reject", who? }`: all open suggestions of these words and label. */
export interface BatchAnswer {
  readonly changed: number;
  readonly suggestions: readonly number[];
  readonly counts: Counts;
  readonly precision: PrecisionSoFar;
  readonly history: number;
}

/** POST /api/undo `{ who? }`; 409 with `nothing-to-undo` or `changed-since`. */
export interface UndoAnswer {
  /** The entry that was taken back. */
  readonly undone: HistoryEntry;
  /** The suggestions it was about, as they are now; the first 200. */
  readonly suggestions: readonly SuggestionItem[];
  readonly counts: Counts;
  readonly precision: PrecisionSoFar;
  readonly history: number;
}

/** POST and DELETE /api/entities `{ sentence, start, end, label, who? }` */
export interface EntityAnswer {
  readonly sentence: SentenceView;
  readonly history: number;
}

export type HistoryAction = DecisionAction | "batch-accept" | "batch-reject" | "add" | "remove" | "undo";

/** One thing that somebody did. Entries are never changed: taking one back is an entry of its own. */
export interface HistoryEntry {
  readonly id: number;
  readonly at: string;
  readonly who: string;
  readonly action: HistoryAction;
  /** How many suggestions and entities it changed. */
  readonly count: number;
  /** The first 20 of them. */
  readonly changes: readonly HistoryChange[];
  /** The entry that this one takes back. */
  readonly undoes?: number;
  /** The entry that took this one back. */
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

/** What a suggestion or an entity was or became; null: open, or as the data has it. */
export interface ChangedTo extends Entity {
  readonly status: "accepted" | "rejected" | "changed" | "added" | "removed";
}

/** GET /api/history?from=ID&count=100&who=NAME: entries older than `from` (newest first). */
export interface HistoryPage {
  readonly total: number;
  readonly items: readonly HistoryEntry[];
}

/**
 * GET /api/events, the `data` of each server-sent event; `kind` is also its event name. Decisions carry an id, so that a
 * window that was away is told what it missed.
 */
export type ReviewEvent = DecisionEvent | RunEvent | MapEvent | ReloadEvent;

export interface DecisionEvent {
  readonly kind: "decision";
  /** Without its changes. */
  readonly entry: Omit<HistoryEntry, "changes">;
  /** What the suggestions became; null where there are more than 500: ask for what you show. */
  readonly suggestions: readonly SuggestionChange[] | null;
  /** The sentences whose entities changed; null likewise. */
  readonly sentences: readonly number[] | null;
  readonly counts: Counts;
  readonly precision: PrecisionSoFar;
}

export interface SuggestionChange {
  readonly id: number;
  readonly status: Status;
  readonly decision?: Decision;
}

/** A run began, went on or ended. */
export interface RunEvent {
  readonly kind: "run";
  readonly run: RunSummary;
  /** What has just happened in its training; steps are told a few times a second. */
  readonly training?: TrainEvent;
}

/** The map of a run's span vectors got on, or is there. */
export interface MapEvent {
  readonly kind: "map";
  readonly run: number | null;
  readonly state: "working" | "ready" | "failed";
  /** From 0 to 1. */
  readonly done: number;
}

/** So much happened meanwhile that all is to be asked for again. */
export interface ReloadEvent {
  readonly kind: "reload";
}

export type RunState = "queued" | "training" | "scoring" | "auditing" | "done" | "stopped" | "failed";

/** GET /api/runs → `{ runs: RunSummary[] }`, newest first. */
export interface RunSummary {
  readonly id: number;
  /** `before`: trained on the data as it was audited. `reviewed`: with the decisions applied. `given`: a model that was there. */
  readonly kind: "before" | "reviewed" | "given";
  readonly state: RunState;
  readonly method: string;
  readonly encoder: string;
  /** ISO 8601. */
  readonly at: string;
  readonly who: string;
  readonly seconds: number | null;
  /** How far the stage under way is, from 0 to 1. */
  readonly progress: number;
  /** What the training data was made of. */
  readonly applied: {
    readonly accepted: number;
    readonly changed: number;
    readonly rejected: number;
    readonly added: number;
    readonly removed: number;
  };
  /** In percent, over all types; null as long as it is not scored. */
  readonly score: Score | null;
  readonly scoredOn: "test" | "dev" | null;
  readonly reaudit: boolean;
  /** Why it failed. */
  readonly error?: string;
}

/** GET /api/runs/:id */
export interface RunDetails extends RunSummary {
  /** The training config, without paths of this machine. */
  readonly config: unknown;
  /** One point an epoch. */
  readonly curve: readonly CurvePoint[];
  /** The losses of steps, at most 500 of them, evenly spread. */
  readonly losses: readonly { readonly step: number; readonly loss: number }[];
  readonly perType: readonly TypeScore[];
  readonly macro: Rates | null;
  /** The first 500. */
  readonly mistakes: readonly Mistake[];
  readonly mistakeCount: number;
  /** What auditing again found; null where it was not done. */
  readonly audit: AuditChange | null;
}

export interface CurvePoint {
  readonly epoch: number;
  readonly step: number;
  readonly stage?: string;
  readonly loss: number;
  /** On dev, in percent. */
  readonly f1?: number;
  readonly precision?: number;
  readonly recall?: number;
  readonly best: boolean;
}

/** What is different in the audit of a run from the audit under review. */
export interface AuditChange {
  readonly before: Estimate;
  readonly after: Estimate;
  readonly suggestions: {
    readonly before: number;
    readonly after: number;
    readonly kept: number;
    readonly new: number;
    readonly vanished: number;
  };
  /** The first 200 of each, best first. */
  readonly new: readonly ChangedSuggestion[];
  readonly vanished: readonly ChangedSuggestion[];
}

export interface ChangedSuggestion extends Entity {
  readonly kind: "missed" | "wrong";
  readonly sentence: number;
  readonly probability: number;
  readonly text: string;
  /** What reviewers said of it; absent for new ones. */
  readonly status?: Status;
}

/** GET /api/runs/compare?a=1&b=2: b minus a. */
export interface RunComparison {
  readonly a: RunSummary;
  readonly b: RunSummary;
  readonly scoredOn: "test" | "dev";
  readonly micro: { readonly a: Score; readonly b: Score };
  readonly types: readonly {
    readonly label: string;
    readonly a: TypeScore | null;
    readonly b: TypeScore | null;
    /** F1 of b minus F1 of a, in percent points. */
    readonly difference: number;
  }[];
  /** Paired over the same sentences: approximate randomisation. */
  readonly significance: Significance;
  /** The difference with its 95 % interval: paired bootstrap. */
  readonly interval: PairedInterval;
  /** What only one of the two got wrong, at most 200 each. */
  readonly mended: readonly Mistake[];
  readonly broken: readonly Mistake[];
}

/** POST /api/retrain `{ method?, epochs?, reaudit?, baseline?, who? }`; 409 where a run is under way. */
export interface RetrainAnswer {
  readonly run: number;
  /** A run of the same config on the data as it was audited, to compare with: begun first where there is none. */
  readonly baseline?: number;
}

/** GET /api/map?run=ID; without a run the newest model. */
export interface SpanMap {
  readonly run: number | null;
  readonly state: "working" | "ready" | "failed";
  /** From 0 to 1. */
  readonly done: number;
  /** Empty until ready. */
  readonly points: readonly MapPoint[];
  readonly error?: string;
}

export interface MapPoint extends Span {
  readonly x: number;
  readonly y: number;
  readonly label: string;
  readonly sentence: number;
  readonly text: string;
  /** An open suggestion; absent for an entity that is labelled. */
  readonly suggestion?: number;
}

/** POST /api/tag `{ text, threshold?, mode?: "flat" | "nested", run? }` */
export interface TagAnswer {
  readonly run: number | null;
  readonly text: string;
  readonly tokens: readonly string[];
  readonly offsets: readonly Offset[];
  /** `start` and `end` are words, `from` and `to` UTF-16 units of `text`. */
  readonly entities: readonly (Entity & {
    readonly score: number;
    readonly from: number;
    readonly to: number;
    readonly text: string;
  })[];
}

/** What every refusal looks like. */
export interface ApiError {
  readonly error: { readonly code: string; readonly message: string; readonly hint?: string };
}
