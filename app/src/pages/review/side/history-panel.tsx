import { useEffect, useState } from "preact/hooks";
import { formatNumber } from "../../../../../src/format.ts";
import type { Counts, HistoryEntry } from "../../../../../src/review/api.ts";
import { reviewApi } from "../../../api/review-api.ts";
import { visible } from "../../../sentence/visible.ts";
import { ago } from "../words.ts";

const page = 50;

/** Who did what and when, newest first. */
export function HistoryPanel({ counts }: { readonly counts: Counts | undefined }) {
  const [shown, setShown] = useState<readonly HistoryEntry[]>();
  const [total, setTotal] = useState(0);
  const [pages, setPages] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new counts mean new history
  useEffect(() => {
    let isOver = false;
    const timer = setTimeout(async () => {
      const found = await reviewApi.history(0, pages * page).catch(() => undefined);
      if (isOver || found === undefined) return;
      setShown(found.items);
      setTotal(found.total);
    }, 150);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [counts, pages]);
  if (shown === undefined) return null;
  if (shown.length === 0) return <p class="quiet">Nothing decided yet.</p>;
  return (
    <>
      <ol class="history">
        {shown.map((entry) => (
          <li key={entry.id}>
            <span class={`verb ${entry.action}`}>{entry.action}</span>{" "}
            <bdi class="history-text">{visible(entry.text)}</bdi>{" "}
            <bdi class="quiet">{visible(entry.label)}</bdi>
            {entry.count > 1 && <span class="quiet"> × {formatNumber(entry.count)}</span>}
            <span class="history-who quiet">
              <bdi>{entry.who}</bdi>, <time dateTime={entry.at}>{ago(entry.at)}</time>
            </span>
          </li>
        ))}
      </ol>
      {shown.length < total && (
        <button type="button" class="button plain" onClick={() => setPages(pages + 1)}>
          Show more of {formatNumber(total)}
        </button>
      )}
    </>
  );
}
