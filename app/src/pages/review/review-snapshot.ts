import type {
  ReviewState,
  SentenceView,
  SuggestionFilter,
  SuggestionItem,
} from "../../../../src/review/api.ts";
import { SparseList } from "../../list/sparse-list.ts";
import { firstFilter } from "./list/filter.ts";
import type { Draft } from "./suggestion/draft.ts";

/** Everything the review page shows. */
export interface ReviewSnapshot {
  readonly user: string;
  readonly state: ReviewState | undefined;
  readonly filter: SuggestionFilter;
  readonly list: SparseList<SuggestionItem>;
  readonly isListed: boolean;
  /** The selected row. */
  readonly cursor: number;
  /** Counts selections, so that the same row is scrolled into view again. */
  readonly visit: number;
  readonly current: SuggestionItem | undefined;
  /** The current suggestion has left the list (somebody else decided it); the cursor is where it was. */
  readonly isPinned: boolean;
  readonly draft: Draft | undefined;
  readonly sentence: SentenceView | undefined;
  /** The other open suggestions about the same sentence. */
  readonly others: readonly SuggestionItem[];
  readonly note: Note | undefined;
  readonly isConnected: boolean;
}

/** What has just happened, in words. */
export interface Note {
  readonly kind: "done" | "news" | "error";
  readonly text: string;
  readonly canUndo?: boolean;
}

/** What is shown before the server has answered. */
export function firstSnapshot(user: string): ReviewSnapshot {
  return {
    user,
    state: undefined,
    filter: firstFilter,
    list: new SparseList(0),
    isListed: false,
    cursor: 0,
    visit: 0,
    current: undefined,
    isPinned: false,
    draft: undefined,
    sentence: undefined,
    others: [],
    note: undefined,
    isConnected: true,
  };
}

/** An error, for the reviewer to read. */
export function errorNote(error: unknown): Note {
  const { message, hint } = error as { message: string; hint?: string };
  const text = hint === undefined ? message : `${message} (${hint})`;
  return { kind: "error", text: text[0]!.toUpperCase() + text.slice(1) };
}
