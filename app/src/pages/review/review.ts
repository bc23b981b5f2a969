import type { SuggestionItem } from "../../../../src/review/api.ts";
import type { LiveEvents } from "../../api/live-events.ts";
import { PostQueue } from "../../api/post-queue.ts";
import type { ReviewApi } from "../../api/review-api.ts";
import { Store } from "../../store.ts";
import { Decisions } from "./decisions/decisions.ts";
import { OtherWindows } from "./decisions/other-windows.ts";
import { SuggestionList } from "./list/suggestion-list.ts";
import { firstSnapshot, type ReviewSnapshot } from "./review-snapshot.ts";
import { ReviewStanding } from "./review-standing.ts";
import { DraftEditor } from "./suggestion/draft-editor.ts";
import { ShownSentence } from "./suggestion/shown-sentence.ts";

/** The review in this window: what it shows, and what the reviewer can do. */
export interface Review {
  readonly store: Store<ReviewSnapshot>;
  readonly list: SuggestionList;
  readonly draft: DraftEditor;
  readonly decisions: Decisions;
}

/** Creates a review from its parts, which share one store, and starts it. */
export function startReview(api: ReviewApi, live: LiveEvents, user: string): Review {
  const store = new Store(firstSnapshot(user));
  /** Every suggestion seen, in its current state: tells news from echoes of one's own decisions. */
  const known = new Map<number, SuggestionItem>();
  const posts = new PostQueue();
  const sentence = new ShownSentence({ api, store, posts, known });
  const list = new SuggestionList({ api, store, posts, known, sentence });
  const standing = new ReviewStanding({ api, store, posts, list });
  const parts = { api, store, posts, known, sentence, list, standing };
  new OtherWindows(parts).follow(live);
  standing.load();
  return { store, list, draft: new DraftEditor(store), decisions: new Decisions(parts) };
}
