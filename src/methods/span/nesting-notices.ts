import type { Sentence } from "../../data/index.ts";
import { flatEntities } from "../../models/index.ts";

/**
 * What a user should know whose training entities share words where the model that is trained may not: such entities are
 * learnt, but of each group of them at most one is found.
 */
export function nestingNotices(
  sentences: readonly Sentence[],
  { mode }: { readonly mode: "flat" | "nested" },
): string[] {
  if (mode === "nested") return [];
  const spans = sentences.map(({ entities }) => [
    ...new Map(entities.map((entity) => [`${entity.start} ${entity.end}`, entity])).values(),
  ]);
  const lost = spans.reduce((sum, own) => sum + flatEntities(own).lost, 0);
  if (lost === 0) return [];
  const all = sentences.reduce((sum, { entities }) => sum + entities.length, 0);
  return [
    `${lost} of ${all} training entities share words with longer ones; the model will find one or the other, never both; --method binder --set decode.mode=nested finds both`,
  ];
}
