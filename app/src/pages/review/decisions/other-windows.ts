import type {
  DecidedItem,
  DecisionEvent,
  ReviewEvents,
  SuggestionItem,
} from "../../../../../src/review/api.ts";
import type { LiveEvents } from "../../../api/live-events.ts";
import { keeps } from "../list/filter.ts";
import { quoted, statusWords } from "../words.ts";
import { ReviewStore } from "./decisions.ts";

/** A review that sees what is decided in other windows, without taking away what is shown in this one. */
export class LiveReviewStore extends ReviewStore {
  #wasLost = false;

  follow(live: LiveEvents): () => void {
    return live.listen({
      onOpen: () => {
        if (this.#wasLost) this.start();
        if (this.#wasLost) this.say({ kind: "news", text: "The server is back" });
        this.#wasLost = false;
        this.setConnected(true);
      },
      onLost: () => {
        this.#wasLost = true;
        this.setConnected(false);
      },
      onReload: () => {
        this.sentences.clear();
        this.start();
      },
      onDecision: (event) => this.#hear(event),
      onEntity: (event) => this.#hearEntity(event),
    });
  }

  #hearEntity({ sentence, ...standing }: ReviewEvents["entity"]): void {
    this.stand(standing);
    this.sentences.forget(sentence);
    if (this.now.current?.sentence === sentence) this.showSentence();
  }

  #hear(event: DecisionEvent): void {
    this.stand(event);
    const news = event.items.filter((item) => !this.#isKnown(item));
    for (const n of event.sentences) this.sentences.forget(n);
    if (event.many) {
      this.sentences.clear();
      this.refresh();
      return;
    }
    if (news.length === 0) return;
    const areAllListed = news.map((item) => this.#take(item)).every((isListed) => isListed);
    const shown = news.find(({ id }) => id === this.now.current?.id);
    const [first] = news;
    const one = this.known.get((shown ?? first)!.id);
    if (one !== undefined) {
      const more = news.length > 1 ? ` and ${news.length - 1} more` : "";
      this.say({ kind: "news", text: `${event.who}: ${quoted(one.text)} ${statusWords[one.status]}${more}` });
    }
    if (!areAllListed) this.refresh();
    const { current } = this.now;
    if (current !== undefined && event.sentences.includes(current.sentence)) {
      this.sentences.forget(current.sentence);
      this.showSentence();
    }
  }

  #isKnown({ id, status, decision }: DecidedItem): boolean {
    const known = this.known.get(id);
    if (known?.status !== status) return false;
    if (status !== "changed" || !decision || !known.decision) return true;
    const { start, end, label } = known.decision;
    return decision.start === start && decision.end === end && decision.label === label;
  }

  /** Takes a change over into the list; false if the list cannot tell where it belongs. */
  #take({ id, status, decision }: DecidedItem): boolean {
    const before = this.known.get(id);
    if (before === undefined) return false;
    const { decision: _, ...undecided } = before;
    const after: SuggestionItem = { ...undecided, status, ...(decision !== undefined && { decision }) };
    this.known.set(id, after);
    const { list, filter, current, cursor } = this.now;
    if (current?.id === id) this.set({ current: after });
    const at = list.find((item) => item.id === id);
    // It has come back, or stood in a part of the list that was never fetched.
    if (at < 0) return false;
    this.shape++;
    if (keeps(filter, status)) {
      this.set({ list: list.replace(at, after) });
      return true;
    }
    this.set({
      list: list.remove(at),
      cursor: at < cursor ? cursor - 1 : cursor,
      isPinned: this.now.isPinned || current?.id === id,
    });
    return true;
  }
}
