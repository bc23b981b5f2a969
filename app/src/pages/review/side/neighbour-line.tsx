import { useEffect, useState } from "preact/hooks";
import type { Neighbour, SentenceView } from "../../../../../src/review/api.ts";
import { reviewApi } from "../../../api/review-api.ts";
import { excerpt } from "../../../sentence/excerpt.ts";
import { SentenceLine } from "../../../sentence/sentence-line.tsx";

/** A similar labelled entity, in its sentence once that is loaded. */
export function NeighbourLine({ neighbour, labels }: { neighbour: Neighbour; labels: readonly string[] }) {
  const [sentence, setSentence] = useState<SentenceView>();
  useEffect(() => {
    // Not for reviewers who pass quickly from suggestion to suggestion.
    let isOver = false;
    const timer = setTimeout(async () => {
      const found = await reviewApi.sentence(neighbour.sentence).catch(() => undefined);
      if (!isOver) setSentence(found);
    }, 150);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [neighbour.sentence]);
  const { start, end, label } = neighbour;
  const shown =
    sentence === undefined || end > sentence.tokens.length
      ? { sentence: { tokens: [neighbour.text] }, span: { start: 0, end: 1 } }
      : excerpt(sentence, { start, end }, 8);
  return (
    <li>
      <span class="similarity" title="likeness: the cosine of the two span vectors">
        {neighbour.similarity.toFixed(2)}
      </span>
      <span class="small-sentence" dir={sentence?.dir ?? "auto"}>
        <SentenceLine
          sentence={shown.sentence}
          marks={[{ ...shown.span, label, look: "entity" }]}
          labels={labels}
        />
      </span>
    </li>
  );
}
