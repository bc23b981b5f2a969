import { useEffect, useState } from "preact/hooks";
import type { SentenceView } from "../../../../../src/review/api.ts";
import { reviewApi } from "../../../api/review-api.ts";
import { visible } from "../../../sentence/visible.ts";

interface Props {
  readonly n: number;
  /** The number of sentences in the data. */
  readonly count: number;
  readonly sentence: SentenceView | undefined;
}

/** The sentences before and after one in its document. */
export function SentenceContext({ n, count, sentence }: Props) {
  const [around, setAround] = useState<{ n: number; views: readonly (SentenceView | undefined)[] }>();
  const doc = sentence?.doc;
  useEffect(() => {
    if (doc === undefined) return;
    let isOver = false;
    const timer = setTimeout(async () => {
      const ask = (at: number) =>
        at < 0 || at >= count ? undefined : reviewApi.sentence(at).catch(() => undefined);
      const found = await Promise.all([ask(n - 2), ask(n - 1), ask(n + 1), ask(n + 2)]);
      const views = found.map((view) => (view?.doc === doc ? view : undefined));
      if (!isOver) setAround({ n, views });
    }, 120);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [n, count, doc]);
  if (sentence === undefined || around?.n !== n || around.views.every((view) => view === undefined))
    return null;
  const [first, second, third, fourth] = around.views;
  return (
    <section class="context" aria-label="Surrounding sentences">
      <h2>
        In its document <bdi>{doc}</bdi>
      </h2>
      {[first, second, sentence, third, fourth].map((view) =>
        view === undefined ? null : (
          <p key={view.sentence} dir={view.dir} class={view === sentence ? "here" : undefined}>
            {visible(view.text)}
          </p>
        ),
      )}
    </section>
  );
}
