import type { Entity, Sentence } from "../../data/index.ts";
import { textOf } from "../../data/text-of.ts";
import { HttpError } from "../http/index.ts";
import {
  addHistory,
  type Change,
  lastToUndo,
  readEntry,
  type StoredEntry,
  type StoredState,
  samePlace,
  sameState,
} from "./history-table.ts";
import type { DecisionAction, HistoryAction, SuggestionItem } from "./review-api.ts";
import type { ReviewDatabase } from "./review-database.ts";
import { entitiesOf, readSentence } from "./reviewed-sentences.ts";
import { openSuggestionsOf, readSuggestions, suggestionsOfSentence } from "./suggestion-queries.ts";
import { writeChange } from "./write-change.ts";

/** What a reviewer says about a suggestion. */
export interface DecisionRequest {
  readonly suggestion: number;
  readonly action: DecisionAction;
  readonly label?: string | undefined;
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  readonly who: string;
}

/** An entity of a sentence that a reviewer adds or removes. */
export interface EntityRequest extends Entity {
  readonly sentence: number;
  readonly who: string;
}

/**
 * The decisions of a review. Every call is one transaction with one entry in the history, and is on the disk when it returns;
 * a call that changes nothing leaves none.
 */
export class Review {
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
  decide({ suggestion: id, action, who, ...wanted }: DecisionRequest): SuggestionItem {
    const item = this.#suggestion(id);
    const sentence = readSentence(this.db, item.sentence);
    const after = this.#after(item, action, wanted, sentence);
    const changes = [this.#suggestionChange(item, after, who)];
    if (after !== null && after.status !== "rejected")
      changes.push(...this.#withoutRemoval(item.sentence, after, sentence));
    this.#record(who, action, changes);
    return this.#suggestion(id);
  }

  /** Decides all open suggestions for the same words and label at once; gives their numbers. */
  decideAll({
    surface,
    label,
    action,
    who,
  }: {
    surface: string;
    label: string;
    action: "accept" | "reject";
    who: string;
  }): number[] {
    const items = openSuggestionsOf(this.db, surface, label);
    const status = action === "accept" ? "accepted" : "rejected";
    const changes = items.flatMap((item) => {
      const after = { start: item.start, end: item.end, label: item.label, status } as const;
      const own = [this.#suggestionChange(item, after, who)];
      if (action === "accept")
        own.push(...this.#withoutRemoval(item.sentence, after, readSentence(this.db, item.sentence)));
      return own;
    });
    this.#record(who, `batch-${action}`, changes);
    return items.map(({ id }) => id);
  }

  /** Labels what no suggestion is about. Where an open one says just that, it is accepted. */
  addEntity({ sentence: position, start, end, label, who }: EntityRequest): void {
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
    const removal = this.#withoutRemoval(position, entity, sentence);
    this.#record(
      who,
      "add",
      removal.length > 0 ? removal : [this.#editChange(position, entity, "added", sentence, who)],
    );
  }

  /** Takes an entity out. Where it was a missed one that was accepted, its suggestion is rejected. */
  removeEntity({ sentence: position, start, end, label, who }: EntityRequest): void {
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
    this.#record(who, "remove", [
      this.#editChange(position, entity, found.source === "reviewer" ? null : "removed", sentence, who),
    ]);
  }

  /** Takes back the last thing that somebody did, a batch as one; gives that entry, undefined where nothing is left. */
  undo(who: string): StoredEntry | undefined {
    const undone = lastToUndo(this.db, who);
    if (undone === undefined) return undefined;
    for (const change of undone.changes) {
      if (!sameState(this.#stateOf(change), change.after)) {
        throw new HttpError(
          409,
          "changed-since",
          `"${change.text}" was decided again by somebody else since`,
          {
            hint: "decide it once more instead",
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

  /** What a suggestion becomes; null: open. What a change does not say stays as it was decided, or suggested. */
  #after(
    item: SuggestionItem,
    action: DecisionAction,
    wanted: Pick<DecisionRequest, "label" | "start" | "end">,
    sentence: Sentence,
  ): Omit<StoredState, "who" | "at"> | null {
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

  #suggestionChange(
    item: SuggestionItem,
    after: Omit<StoredState, "who" | "at"> | null,
    who: string,
  ): Change {
    const { id: suggestion, sentence, text, decision: before = null } = item;
    return {
      suggestion,
      sentence,
      text,
      before,
      after: after === null ? null : { ...after, who, at: this.#time() },
    };
  }

  /** The change that lets an entity be there again that somebody had removed by hand, if so. */
  #withoutRemoval(position: number, entity: Entity, sentence: Sentence): Change[] {
    const change = this.#editChange(position, entity, null, sentence, "");
    return change.before?.status === "removed" ? [change] : [];
  }

  #editChange(
    sentence: number,
    { start, end, label }: Entity,
    status: "added" | "removed" | null,
    from: Sentence,
    who: string,
  ): Change {
    const change = { sentence, text: spanText(from, { start, end, label }) };
    const place = { start, end, label };
    const before = this.#edit(sentence, place);
    return { ...change, before, after: status === null ? null : { ...place, status, who, at: this.#time() } };
  }

  #edit(sentence: number, { start, end, label }: Entity): StoredState | null {
    const row = this.db
      .prepare(
        'SELECT status, who, at FROM edits WHERE sentence = ? AND start = ? AND "end" = ? AND label = ?',
      )
      .get(sentence, start, end, label) as Pick<StoredState, "status" | "who" | "at"> | undefined;
    return row === undefined ? null : { start, end, label, status: row.status, who: row.who, at: row.at };
  }

  #stateOf({ suggestion, sentence, before, after }: Change): StoredState | null {
    if (suggestion === undefined) return this.#edit(sentence, (before ?? after)!);
    return this.#suggestion(suggestion).decision ?? null;
  }

  /** Makes changes and notes them down, all or nothing; nothing is noted where nothing changes. */
  #record(
    who: string,
    action: HistoryAction,
    all: readonly Change[],
    undoes?: number,
  ): StoredEntry | undefined {
    const changes = all.filter(({ before, after }) => !sameState(before, after));
    if (changes.length === 0) return undefined;
    const entry = this.db
      .transaction(() => {
        for (const change of changes) writeChange(this.db, change);
        const id = addHistory(this.db, {
          at: this.#time(),
          who,
          action,
          changes,
          ...(undoes !== undefined && { undoes }),
        });
        return readEntry(this.db, id)!;
      })
      .immediate();
    this.#onEntry(entry);
    return entry;
  }

  #time(): string {
    return this.#now().toISOString();
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

function spanText(sentence: Sentence, { start, end }: Entity): string {
  const { text, offsets } = textOf(sentence);
  return text.slice(offsets[start]![0], offsets[end - 1]![1]);
}
