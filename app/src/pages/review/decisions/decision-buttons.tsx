import type { Review } from "../review.ts";
import type { ReviewSnapshot } from "../review-snapshot.ts";

/** The buttons below a suggestion; each shows its key. */
export function DecisionButtons({
  now,
  review: { decisions, list },
}: {
  readonly now: ReviewSnapshot;
  readonly review: Review;
}) {
  const { draft, current } = now;
  const isAdding = draft?.kind === "add";
  const accept = isAdding ? "Add" : draft === undefined ? "Accept" : "Accept change";
  return (
    <div class="decide">
      <button type="button" class="button accept" onClick={() => decisions.accept()}>
        {accept} <kbd>a</kbd>
      </button>
      <button type="button" class="button reject" onClick={() => decisions.reject()}>
        {isAdding ? "Cancel" : "Reject"} <kbd>r</kbd>
      </button>
      {draft === undefined && current?.status === "open" && (
        <button
          type="button"
          class="button"
          title="Accept all open suggestions with the same words and type"
          onClick={() => decisions.decideAll("accept")}
        >
          Accept all alike <kbd>b</kbd>
        </button>
      )}
      {current !== undefined && current.status !== "open" && (
        <button type="button" class="button" onClick={() => decisions.reopen()}>
          Open again <kbd>o</kbd>
        </button>
      )}
      <span class="grow" />
      <button type="button" class="button plain" onClick={() => decisions.undo()}>
        Undo <kbd>u</kbd>
      </button>
      <button type="button" class="button plain" onClick={() => list.step(1)}>
        Skip <kbd>j</kbd>
      </button>
    </div>
  );
}
