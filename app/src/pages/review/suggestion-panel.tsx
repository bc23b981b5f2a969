import { formatNumber } from "../../../../src/format.ts";
import type { SuggestionItem } from "../../../../src/review/api.ts";
import { colourClass } from "../../sentence/label-colour.ts";
import { SentenceLine } from "../../sentence/sentence-line.tsx";
import { useWordDrag } from "../../sentence/use-word-drag.ts";
import { visible } from "../../sentence/visible.ts";
import { DecisionButtons } from "./decisions/decision-buttons.tsx";
import type { Review } from "./review.ts";
import type { ReviewSnapshot } from "./review-snapshot.ts";
import { proposed } from "./suggestion/draft.ts";
import { marksOf } from "./suggestion/marks-of.ts";
import { SentenceContext } from "./suggestion/sentence-context.tsx";
import { TypeChips } from "./suggestion/type-chips.tsx";
import { ago, statusWords } from "./words.ts";

interface Props {
  readonly now: ReviewSnapshot;
  readonly current: SuggestionItem;
  readonly review: Review;
  readonly onPick: () => void;
}

/** The current suggestion: its sentence, the proposed label, and the buttons. */
export function SuggestionPanel({ now, current, review, onPick }: Props) {
  const { sentence, draft, others, list, cursor, isPinned, state } = now;
  const labels = state?.data.labels ?? [];
  const entity = proposed(current, draft);
  const drag = useWordDrag({
    entity,
    onEdit: (span) => review.draft.edit({ start: span.start, end: span.end }),
    onMark: (span) => review.draft.add(span),
  });
  return (
    <>
      <article class="card">
        <header class="card-head">
          <h1>{headline(current, draft?.kind === "add")}</h1>
          {current.status !== "open" && (
            <span class={`status ${current.status}`}>
              {statusWords[current.status]}
              {current.decision && ` by ${current.decision.who}, ${ago(current.decision.at)}`}
            </span>
          )}
          <span class="quiet place">
            {isPinned ? "not in this list" : `${formatNumber(cursor + 1)} of ${formatNumber(list.total)}`}
          </span>
        </header>
        <div class="sentence-box">
          {sentence === undefined ? (
            <p class="sentence-wait" aria-busy="true" />
          ) : (
            <p class="big-sentence" dir={sentence.dir} {...drag}>
              <SentenceLine
                sentence={sentence}
                labels={labels}
                hasGrips
                marks={marksOf(current, draft, sentence, others, {
                  remove: (one) => review.decisions.removeEntity(one),
                  show: (one) => review.list.show(one),
                })}
              />
            </p>
          )}
        </div>
        <p class="proposal">
          {draft === undefined ? (
            <>
              {current.kind === "missed" ? "Label" : "Relabel as"}{" "}
              <bdi class={`chip large ${colourClass(labels, entity.label)}`}>{visible(entity.label)}</bdi>{" "}
              <bdi class="proposal-text">{visible(current.text)}</bdi>
            </>
          ) : (
            <>
              {draft.kind === "add" ? "New entity" : "Changed to"}{" "}
              <bdi class={`chip large ${colourClass(labels, entity.label)}`}>{visible(entity.label)}</bdi>{" "}
              <bdi class="proposal-text">
                {visible((sentence?.tokens ?? []).slice(entity.start, entity.end).join(" "))}
              </bdi>{" "}
              <span class="quiet">
                <kbd>a</kbd> {draft.kind === "add" ? "adds it" : "accepts it"}, <kbd>Esc</kbd> drops the
                change
              </span>
            </>
          )}
        </p>
        <TypeChips
          labels={labels}
          chosen={entity.label}
          onChoose={(label) => review.draft.edit({ label })}
          onPick={onPick}
        />
        <DecisionButtons now={now} review={review} />
        <p class="where quiet">
          Sentence {formatNumber(current.sentence + 1)}
          {sentence?.doc !== undefined && <bdi> · {sentence.doc}</bdi>}
          {sentence !== undefined && <bdi> · {sentence.source}</bdi>} · drag the ends of the highlighted words
          to move them, or drag over other words to add an entity
        </p>
      </article>
      <SentenceContext n={current.sentence} count={state?.data.sentences ?? 0} sentence={sentence} />
    </>
  );
}

function headline({ kind, reason, was }: SuggestionItem, isAdding: boolean): string {
  if (isAdding) return "Add an entity";
  if (kind === "missed") return "Probably missed";
  return reason === "type" ? `Probably not ${was?.label ?? "so"}` : "Probably wrong boundaries";
}
