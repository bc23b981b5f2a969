import { useCallback, useEffect, useState } from "preact/hooks";
import type { SuggestionFilter } from "../../../../src/review/api.ts";
import { useApp } from "../../app-context.ts";
import { VirtualList } from "../../list/virtual-list.tsx";
import { useStore } from "../../store.ts";
import { HelpDialog } from "./keyboard/help-dialog.tsx";
import { runCommand } from "./keyboard/run-command.ts";
import { useKeyboard } from "./keyboard/use-keyboard.ts";
import { FilterBar } from "./list/filter-bar.tsx";
import { rowHeight, SuggestionRow } from "./list/suggestion-row.tsx";
import type { Note } from "./review-snapshot.ts";
import { SidePanel } from "./side/side-panel.tsx";
import { TypePicker } from "./suggestion/type-picker.tsx";
import { SuggestionPanel } from "./suggestion-panel.tsx";

/** The list of suggestions on the left, the current one in the middle, its evidence on the right. */
export function ReviewPage() {
  const { review } = useApp();
  const now = useStore(review.store);
  const [dialog, setDialog] = useState<"help" | "types">();
  const { list, cursor, filter, state, current, isListed, isPinned } = now;
  const labels = state?.data.labels ?? [];

  useKeyboard(dialog === undefined, now, (command) => runCommand(command, review, labels, setDialog));
  const onRange = useCallback((first: number, end: number) => review.list.want(first, end), [review]);
  const onChoose = useCallback((position: number) => review.list.select(position), [review]);
  const onFilter = useCallback(
    (change: Partial<SuggestionFilter>) => review.list.setFilter(change),
    [review],
  );
  const close = () => setDialog(undefined);
  useEffect(() => {
    document.title = state === undefined ? "Lacuna review" : `${state.data.name} · Lacuna review`;
  }, [state]);

  return (
    <>
      <section class="list-side" aria-label="Suggestions">
        <FilterBar
          filter={filter}
          state={state}
          onChange={onFilter}
          onLeave={() => document.querySelector<HTMLElement>(".list")?.focus()}
        />
        {isListed && list.total === 0 && <p class="empty">Nothing here. Change the filter to see more.</p>}
        <VirtualList
          total={list.total}
          rowHeight={rowHeight}
          cursor={cursor}
          visit={now.visit}
          label="Suggestions"
          onRange={onRange}
          row={(position) => (
            <SuggestionRow
              key={position}
              position={position}
              total={list.total}
              suggestion={list.at(position)}
              isChosen={position === cursor && !isPinned}
              labels={labels}
              onChoose={onChoose}
            />
          )}
        />
      </section>
      <section class="middle" aria-label="Suggestion">
        {current === undefined ? (
          isListed &&
          list.total === 0 && (
            <AllDone isFiltered={filter.q !== "" || filter.type !== "" || filter.kind !== ""} />
          )
        ) : (
          <SuggestionPanel now={now} current={current} review={review} onPick={() => setDialog("types")} />
        )}
        <NoteBar note={now.note} onUndo={() => review.decisions.undo()} />
      </section>
      <SidePanel now={now} onHelp={() => setDialog("help")} />
      {dialog === "help" && <HelpDialog onClose={close} />}
      {dialog === "types" && (
        <TypePicker
          labels={labels}
          onClose={close}
          onPick={(label) => {
            review.draft.edit({ label });
            close();
          }}
        />
      )}
    </>
  );
}

function AllDone({ isFiltered }: { readonly isFiltered: boolean }) {
  return (
    <div class="all-done">
      <h1>{isFiltered ? "Nothing matches" : "All done"}</h1>
      <p>
        {isFiltered
          ? "No suggestion fits the filter. Change it to go on."
          : "Every suggestion in this list is decided. Export the data, or retrain to see what the labels still miss."}
      </p>
      {!isFiltered && (
        <a class="button primary" href="#/models">
          Retrain
        </a>
      )}
    </div>
  );
}

/** What has just happened; screen readers announce it. */
function NoteBar({ note, onUndo }: { readonly note: Note | undefined; readonly onUndo: () => void }) {
  return (
    <div class="note-place">
      <div class={note === undefined ? "note none" : `note ${note.kind}`} role="status" aria-live="polite">
        {note !== undefined && <bdi>{note.text}</bdi>}
        {note?.canUndo === true && (
          <button type="button" class="link" onClick={onUndo}>
            Undo <kbd>u</kbd>
          </button>
        )}
      </div>
    </div>
  );
}
