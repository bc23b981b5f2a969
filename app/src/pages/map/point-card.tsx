import { useEffect, useState } from "preact/hooks";
import { formatNumber } from "../../../../src/format.ts";
import type { CurvePoint, MapPoint, SentenceView } from "../../../../src/review/api.ts";
import { reviewApi } from "../../api/review-api.ts";
import { excerpt } from "../../sentence/excerpt.ts";
import { SentenceLine } from "../../sentence/sentence-line.tsx";
import type { Size } from "./map-view.ts";

interface Props {
  readonly point: MapPoint;
  readonly labels: readonly string[];
  readonly at: CurvePoint;
  readonly size: Size;
}

/** The sentence of a point, beside the point. */
export function PointCard({ point, labels, at, size }: Props) {
  const [sentence, setSentence] = useState<SentenceView>();
  useEffect(() => {
    let isOver = false;
    setSentence(undefined);
    const timer = setTimeout(async () => {
      const found = await reviewApi.sentence(point.sentence).catch(() => undefined);
      if (!isOver) setSentence(found);
    }, 40);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [point.sentence]);
  const { start, end, label } = point;
  const shown =
    sentence === undefined || end > sentence.tokens.length
      ? { sentence: { tokens: [point.text] }, span: { start: 0, end: 1 } }
      : excerpt(sentence, { start, end }, 14);
  const isRight = at.x > size.width / 2;
  const isLow = at.y > size.height / 2;
  return (
    <div
      class="point-card"
      role="status"
      style={{
        left: isRight ? "auto" : `${at.x + 14}px`,
        right: isRight ? `${size.width - at.x + 14}px` : "auto",
        top: isLow ? "auto" : `${at.y + 14}px`,
        bottom: isLow ? `${size.height - at.y + 14}px` : "auto",
      }}
    >
      <p dir={sentence?.dir ?? "auto"}>
        <SentenceLine
          sentence={shown.sentence}
          marks={[{ ...shown.span, label, look: "focus" }]}
          labels={labels}
        />
      </p>
      <p class="quiet">
        sentence {formatNumber(point.sentence + 1)}
        {point.suggestion === undefined ? ", labelled" : ", suggested"}
      </p>
    </div>
  );
}
