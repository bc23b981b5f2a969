import { formatNumber } from "../../../../src/format.ts";
import type { Run } from "../../../../src/review/api.ts";
import { ago } from "../review/words.ts";

interface Props {
  readonly runs: readonly Run[] | undefined;
  readonly shown: number | undefined;
  readonly onShow: (id: number) => void;
}

const kinds = {
  before: "data as audited",
  reviewed: "with your decisions",
  given: "the model that was there",
};

/** All runs, the newest first. */
export function RunTable({ runs, shown, onShow }: Props) {
  if (runs === undefined || runs.length === 0) return null;
  return (
    <section class="card runs" aria-label="Runs">
      <h2>Runs</h2>
      <ul>
        {runs.map((run) => (
          <li key={run.id}>
            <button type="button" class="run" aria-pressed={run.id === shown} onClick={() => onShow(run.id)}>
              <span class="run-name">
                <bdi>{run.name}</bdi>
                <span class="quiet">
                  {kinds[run.kind]}
                  {run.kind === "reviewed" && ` (${formatNumber(run.decisions)})`}
                </span>
              </span>
              <span class="run-score">
                {run.f1 === null ? (
                  <span class={`status ${run.status}`}>{run.status}</span>
                ) : (
                  run.f1.toFixed(1)
                )}
                <span class="quiet">{run.f1 === null ? ago(run.startedAt) : "F1"}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
