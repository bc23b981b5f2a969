import type { Entity, SentenceView, SuggestionItem } from "../../../../../src/review/api.ts";
import type { Mark } from "../../../sentence/mark.ts";
import { type Draft, proposed, sameEntity } from "./draft.ts";

/** Everything to draw under the sentence of a suggestion: what it proposes, what it would replace, what is labelled, what else is suggested. */
export function marksOf(
  current: SuggestionItem,
  draft: Draft | undefined,
  sentence: SentenceView,
  others: readonly SuggestionItem[],
  on: { readonly remove: (entity: Entity) => void; readonly show: (suggestion: SuggestionItem) => void },
): Mark[] {
  const fits = ({ start, end }: Entity) => start < end && end <= sentence.tokens.length;
  const focus: Mark = { ...proposed(current, draft), look: "focus" };
  const marks: Mark[] = [focus];
  const { was } = current;
  const isPending = current.status === "open" || current.status === "rejected";
  if (draft?.kind === "add") marks.push({ ...proposed(current, undefined), look: "hint" });
  if (was !== undefined && isPending)
    marks.push({ ...was, look: "was", tag: `now ${was.label}`, title: "labelled now; would be replaced" });
  for (const entity of sentence.entities) {
    if (sameEntity(entity, focus)) continue;
    if (was !== undefined && isPending && sameEntity(entity, was)) continue;
    const title = "labelled; click to remove the label";
    marks.push({ ...entity, look: "entity", title, onPress: () => on.remove(entity) });
  }
  for (const other of others) {
    if (sameEntity(other, focus)) continue;
    const { start, end, label } = other;
    const title = "also suggested; click to go there";
    marks.push({ start, end, label, look: "hint", title, tag: `${label}?`, onPress: () => on.show(other) });
  }
  return marks.filter(fits);
}
