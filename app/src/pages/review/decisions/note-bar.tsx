import type { Note } from "../review-snapshot.ts";

/** What has just happened; read out by screen readers. */
export function NoteBar({ note, onUndo }: { readonly note: Note | undefined; readonly onUndo: () => void }) {
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
