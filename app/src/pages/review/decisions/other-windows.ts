import type { DecidedItem, DecisionEvent, SuggestionItem } from "../../../../../src/review/api.ts";
import type { LiveEvents } from "../../../api/live-events.ts";
import type { Store } from "../../../store.ts";
import type { SuggestionList } from "../list/suggestion-list.ts";
import type { ReviewSnapshot } from "../review-snapshot.ts";
import type { ReviewStanding } from "../review-standing.ts";
import type { ShownSentence } from "../suggestion/shown-sentence.ts";
import { quoted, statusWords } from "../words.ts";

interface Parts {
  readonly store: Store<ReviewSnapshot>;
  readonly known: Map<number, SuggestionItem>;
  readonly sentence: ShownSentence;
  readonly list: SuggestionList;
  readonly standing: ReviewStanding;
}

/** Shows what is decided in other windows, without replacing what this one shows. */
export class OtherWindows {
  readonly #parts: Parts;
  #wasLost = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  follow(live: LiveEvents): () => void {
    const { store, sentence, standing } = this.#parts;
    return live.listen({
      onOpen: () => {
        if (this.#wasLost) standing.load();
        if (this.#wasLost) store.set({ note: { kind: "news", text: "Connected again" } });
        this.#wasLost = false;
        store.set({ isConnected: true });
      },
      onLost: () => {
        this.#wasLost = true;
        store.set({ isConnected: false });
      },
      onReload: () => {
        sentence.forgetAll();
        standing.load();
      },
      onDecision: (event) => this.#hear(event),
      onEntity: (event) => {
        standing.update(event);
        sentence.changed(event.sentence);
      },
    });
  }

  #hear(event: DecisionEvent): void {
    const { store, known, sentence, list, standing } = this.#parts;
    standing.update(event);
    const news = event.items.filter((item) => !this.#isKnown(item));
    for (const n of event.sentences) sentence.forget(n);
    if (event.many) {
      sentence.forgetAll();
      list.refresh();
      return;
    }
    if (news.length === 0) return;
    const areAllListed = news.map((item) => this.#take(item)).every((isListed) => isListed);
    const shown = news.find(({ id }) => id === store.now.current?.id);
    const [first] = news;
    const one = known.get((shown ?? first)!.id);
    if (one !== undefined) {
      const more = news.length > 1 ? ` and ${news.length - 1} more` : "";
      const text = `${event.who}: ${quoted(one.text)} ${statusWords[one.status]}${more}`;
      store.set({ note: { kind: "news", text } });
    }
    if (!areAllListed) list.refresh();
    const { current } = store.now;
    if (current !== undefined && event.sentences.includes(current.sentence))
      sentence.changed(current.sentence);
  }

  /** Whether this window already knows a decision, because it was made here. */
  #isKnown({ id, status, decision }: DecidedItem): boolean {
    const known = this.#parts.known.get(id);
    if (known?.status !== status) return false;
    if (status !== "changed" || decision === undefined || known.decision === undefined) return true;
    const { start, end, label } = known.decision;
    return decision.start === start && decision.end === end && decision.label === label;
  }

  /** Applies a decision to the list; false if its position is unknown. */
  #take({ id, status, decision }: DecidedItem): boolean {
    const { store, known, list } = this.#parts;
    const before = known.get(id);
    if (before === undefined) return false;
    const { decision: _, ...undecided } = before;
    const after: SuggestionItem = { ...undecided, status, ...(decision !== undefined && { decision }) };
    known.set(id, after);
    if (store.now.current?.id === id) store.set({ current: after });
    const at = store.now.list.find((item) => item.id === id);
    // It was reopened, or lies in a part of the list that was never fetched.
    if (at < 0) return false;
    if (list.update(at, after)) return true;
    const { cursor, isPinned, current } = store.now;
    store.set({ cursor: at < cursor ? cursor - 1 : cursor, isPinned: isPinned || current?.id === id });
    return true;
  }
}
