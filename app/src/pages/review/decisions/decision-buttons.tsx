import type { ReviewSnapshot } from "../review-snapshot.ts";
import type { ReviewStore } from "./decisions.ts";

/** What can be done with a suggestion, for the mouse; each shows its key. */
export function DecisionButtons({
  now,
  store,
}: {
  readonly now: ReviewSnapshot;
  readonly store: ReviewStore;
}) {
  const { draft, current } = now;
  const isAdding = draft?.kind === "add";
  const accept = isAdding ? "Add" : draft === undefined ? "Accept" : "Accept change";
  return (
    <div class="decide">
      <button type="button" class="button accept" onClick={() => store.accept()}>
        {accept} <kbd>a</kbd>
      </button>
      <button type="button" class="button reject" onClick={() => store.reject()}>
        {isAdding ? "Cancel" : "Reject"} <kbd>r</kbd>
      </button>
      {draft === undefined && current?.status === "open" && (
        <button
          type="button"
          class="button"
          title="Accept all open suggestions with the same words and type"
          onClick={() => store.decideAll("accept")}
        >
          Accept all alike <kbd>b</kbd>
        </button>
      )}
      {current !== undefined && current.status !== "open" && (
        <button type="button" class="button" onClick={() => store.reopen()}>
          Open again <kbd>o</kbd>
        </button>
      )}
      <span class="grow" />
      <button type="button" class="button plain" onClick={() => store.undo()}>
        Undo <kbd>u</kbd>
      </button>
      <button type="button" class="button plain" onClick={() => store.step(1)}>
        Skip <kbd>j</kbd>
      </button>
    </div>
  );
}
