import type { Entity, Sentence } from "../../data/index.ts";
import { HttpError } from "../../http/index.ts";
import type {
  BatchRequest,
  ChangedTo,
  DecisionAction,
  DecisionRequest,
  EntityRequest,
  HistoryAction,
  Status,
  SuggestionItem,
} from "../api.ts";
import type { ReviewDatabase } from "../store/database.ts";
import { inTransaction } from "../store/transaction.ts";
import { type By, editChange, stateNow, suggestionChange, withoutRemoval } from "./changes.ts";
import {
  addHistory,
  type Change,
  lastToUndo,
  readEntry,
  type StoredEntry,
  samePlace,
  sameState,
} from "./history-table.ts";
import { entitiesOf, readSentence } from "./reviewed-sentences.ts";
import { openSuggestionsOf, readSuggestions, suggestionsOfSentence } from "./suggestion-queries.ts";
import { writeChange } from "./write-change.ts";

/** A request with the name of the reviewer. */
type Signed<Request> = Request & { readonly who: string };

/**
 * The decisions of a review. Every call is one transaction with one history entry, and is on disk when it returns;
 * a call that changes nothing adds none.
 */
export class Decisions {
  readonly db: ReviewDatabase;
  readonly #onEntry: (entry: StoredEntry) => void;
  readonly #now: () => Date;

  constructor(
    db: ReviewDatabase,
    {
      onEntry = () => {},
      now = () => new Date(),
    }: { onEntry?: (entry: StoredEntry) => void; now?: () => Date } = {},
  ) {
    this.db = db;
    this.#onEntry = onEntry;
    this.#now = now;
  }

  /** Accepts, rejects, changes or reopens a suggestion. */
  decide({ suggestion: id, action, who, seen, ...wanted }: Signed<DecisionRequest>): SuggestionItem {
    const item = this.#suggestion(id);
    checkSeen(item, seen, who);
    const sentence = readSentence(this.db, item.sentence);
    const after = this.#after(item, action, wanted, sentence);
    const by = this.#by(who);
    const changes = [suggestionChange(item, after, by)];
    if (after !== null && after.status !== "rejected") {
      changes.push(...withoutRemoval(this.db, item.sentence, after, by));
    }
    this.#record(who, action, changes);
    return this.#suggestion(id);
  }

  /** Decides all open suggestions with the same words and label at once; returns their ids. */
  decideAll({ surface, label, action, who }: Signed<BatchRequest>): number[] {
    const items = openSuggestionsOf(this.db, surface, label);
    const status = action === "accept" ? "accepted" : "rejected";
    const by = this.#by(who);
    const changes = items.flatMap((item) => {
      const after = { start: item.start, end: item.end, label: item.label, status } as const;
      const removal = action === "accept" ? withoutRemoval(this.db, item.sentence, after, by) : [];
      return [suggestionChange(item, after, by), ...removal];
    });
    this.#record(who, `batch-${action}`, changes);
    return items.map(({ id }) => id);
  }

  /** Adds an entity by hand. If an open suggestion proposes the same, it is accepted instead. */
  addEntity({ sentence: position, start, end, label, who }: Signed<EntityRequest>): void {
    const sentence = readSentence(this.db, position);
    const entity = checkedPlace({ start, end, label }, sentence);
    if (entitiesOf(this.db, position, sentence).some((own) => samePlace(own, entity))) return;
    const said = suggestionsOfSentence(this.db, position).find(
      (own) => own.status === "open" && own.kind === "missed" && samePlace(own, entity),
    );
    if (said !== undefined) {
      this.decide({ suggestion: said.id, action: "accept", who });
      return;
    }
    const by = this.#by(who);
    const removal = withoutRemoval(this.db, position, entity, by);
    this.#record(
      who,
      "add",
      removal.length > 0 ? removal : [editChange(this.db, position, entity, "added", by)],
    );
  }

  /** Removes an entity. If it came from an accepted suggestion of a missed entity, that suggestion is rejected instead. */
  removeEntity({ sentence: position, start, end, label, who }: Signed<EntityRequest>): void {
    const sentence = readSentence(this.db, position);
    const entity = { start, end, label };
    const found = entitiesOf(this.db, position, sentence).find((own) => samePlace(own, entity));
    if (found === undefined) {
      throw new HttpError(
        404,
        "not-found",
        `there is no "${label}" at words ${start}–${end} of sentence ${position}`,
      );
    }
    if (found.suggestion !== undefined && this.#suggestion(found.suggestion).kind === "missed") {
      this.decide({ suggestion: found.suggestion, action: "reject", who });
      return;
    }
    const status = found.source === "reviewer" ? null : "removed";
    this.#record(who, "remove", [editChange(this.db, position, entity, status, this.#by(who))]);
  }

  /** Undoes a reviewer's last step, a batch as one; returns that entry, or undefined if nothing is left. */
  undo(who: string): StoredEntry | undefined {
    const undone = lastToUndo(this.db, who);
    if (undone === undefined) return undefined;
    for (const change of undone.changes) {
      if (!sameState(stateNow(this.db, change), change.after)) {
        throw new HttpError(
          409,
          "changed-since",
          `"${change.text}" has been decided again by somebody else`,
          {
            hint: "decide it again instead",
          },
        );
      }
    }
    const changes = undone.changes.map(
      ({ before, after, ...change }): Change => ({ ...change, before: after, after: before }),
    );
    this.#record(who, "undo", changes, undone.id);
    return undone;
  }

  #suggestion(id: number): SuggestionItem {
    const [item] = readSuggestions(this.db, [id]);
    if (item === undefined) throw new HttpError(404, "not-found", `there is no suggestion ${id}`);
    return item;
  }

  /** The new state of a suggestion; null: open. Fields that a change leaves out keep their decided, or else their suggested, value. */
  #after(
    item: SuggestionItem,
    action: DecisionAction,
    wanted: Pick<DecisionRequest, "label" | "start" | "end">,
    sentence: Sentence,
  ): ChangedTo | null {
    const { start, end, label } = item;
    if (action === "reopen") return null;
    if (action !== "change")
      return { start, end, label, status: action === "accept" ? "accepted" : "rejected" };
    const now = item.decision?.status === "changed" ? item.decision : item;
    const place = checkedPlace(
      { start: wanted.start ?? now.start, end: wanted.end ?? now.end, label: wanted.label ?? now.label },
      sentence,
    );
    return { ...place, status: samePlace(place, item) ? "accepted" : "changed" };
  }

  /** Applies changes and records them in the history, in one transaction; does nothing if nothing changes. */
  #record(
    who: string,
    action: HistoryAction,
    all: readonly Change[],
    undoes?: number,
  ): StoredEntry | undefined {
    const changes = all.filter(({ before, after }) => !sameState(before, after));
    if (changes.length === 0) return undefined;
    const entry = inTransaction(this.db, () => {
      for (const change of changes) writeChange(this.db, change);
      const id = addHistory(this.db, {
        ...this.#by(who),
        action,
        changes,
        ...(undoes !== undefined && { undoes }),
      });
      return readEntry(this.db, id)!;
    });
    this.#onEntry(entry);
    return entry;
  }

  #by(who: string): By {
    return { who, at: this.#now().toISOString() };
  }
}

function checkedPlace(entity: Entity, { tokens }: Sentence): Entity {
  const { start, end, label } = entity;
  if (!(start >= 0 && start < end && end <= tokens.length)) {
    throw new HttpError(
      400,
      "invalid-request",
      `words ${start}–${end} do not lie in the sentence, which has ${tokens.length}`,
    );
  }
  return { start, end, label };
}

/** Refuses to decide over somebody else's decision that the reviewer has not seen. */
function checkSeen({ status, decision, text }: SuggestionItem, seen: Status | undefined, who: string): void {
  if (seen === undefined || seen === status || decision === undefined || decision.who === who) return;
  throw new HttpError(409, "changed-since", `"${text}" has been ${status} by "${decision.who}" meanwhile`, {
    hint: "look at it again, then decide",
  });
}
