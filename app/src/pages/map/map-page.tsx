import { useEffect, useState } from "preact/hooks";
import { formatNumber } from "../../../../src/format.ts";
import type { MapPoint, Run } from "../../../../src/review/api.ts";
import { reviewApi } from "../../api/review-api.ts";
import { useApp } from "../../app-context.ts";
import { colourClass } from "../../sentence/label-colour.ts";
import { visible } from "../../sentence/visible.ts";
import { useStore } from "../../store.ts";
import { MapCanvas } from "./map-canvas.tsx";

/** The span vectors of a model, laid out so that similar ones lie together. */
export function MapPage() {
  const { review } = useApp();
  const { state } = useStore(review.store);
  const [runs, setRuns] = useState<readonly Run[]>([]);
  const [run, setRun] = useState<number>();
  const [points, setPoints] = useState<readonly MapPoint[]>();
  const [wait, setWait] = useState<string>();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());

  useEffect(() => {
    reviewApi.runs().then(
      (found) => setRuns(found.runs.filter(({ status }) => status === "done")),
      () => undefined,
    );
  }, []);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isOver = false;
    const ask = async () => {
      try {
        const answer = await reviewApi.map(run);
        if (isOver) return;
        if ("points" in answer) {
          setPoints(answer.points);
          setWait(undefined);
          return;
        }
        setWait(`Laying out the map … ${Math.round(answer.progress * 100)} %`);
        timer = setTimeout(ask, 1000);
      } catch (error) {
        if (!isOver) setWait((error as Error).message);
      }
    };
    setPoints(undefined);
    ask();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [run]);

  const known = state?.data.labels ?? [];
  const found = [...new Set(points?.map(({ label }) => label))];
  const labels = [
    ...known.filter((label) => found.includes(label)),
    ...found.filter((label) => !known.includes(label)),
  ];
  const toggle = (label: string) => {
    const next = new Set(hidden);
    if (!next.delete(label)) next.add(label);
    setHidden(next);
  };
  return (
    <div class="map-frame">
      <div class="map-bar">
        <h1>Map of span vectors</h1>
        {points !== undefined && (
          <span class="quiet">{formatNumber(points.length)} spans, laid out by UMAP</span>
        )}
        <div class="types" role="toolbar" aria-label="Types shown">
          {labels.map((label) => (
            <button
              key={label}
              type="button"
              class={`type ${colourClass(known, label)}`}
              aria-pressed={!hidden.has(label)}
              onClick={() => toggle(label)}
            >
              <bdi>{visible(label)}</bdi>{" "}
              <span class="quiet">
                {formatNumber(points?.filter((point) => point.label === label).length ?? 0)}
              </span>
            </button>
          ))}
        </div>
        <span class="grow" />
        {points?.some(({ suggestion }) => suggestion !== undefined) && (
          <span class="quiet ring-key">rings are open suggestions</span>
        )}
        {runs.length > 0 && (
          <select
            aria-label="Model"
            value={run ?? ""}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setRun(value === "" ? undefined : Number(value));
            }}
          >
            <option value="">newest model</option>
            {runs.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </div>
      {wait !== undefined && (
        <p class="map-wait quiet" role="status">
          {wait}
        </p>
      )}
      {points !== undefined && points.length === 0 && (
        <p class="map-wait quiet">This model has no span vectors to lay out.</p>
      )}
      {points !== undefined && points.length > 0 && (
        <MapCanvas points={points} hidden={hidden} labels={known} />
      )}
    </div>
  );
}
