import { useState } from "preact/hooks";
import { formatNumber } from "../../../../src/format.ts";
import type { ReviewState, Run, RunProgress } from "../../../../src/review/api.ts";

interface Props {
  readonly state: ReviewState | undefined;
  readonly running: Run | undefined;
  readonly progress: RunProgress | undefined;
  readonly onRetrain: (options: { method?: string; epochs?: number; reaudit: boolean }) => void;
  readonly onStop: (id: number) => void;
}

const stages = { train: "Training", score: "Scoring", audit: "Auditing again" };

/** Starts a run with the decisions applied, and shows its progress. */
export function RetrainPanel({ state, running, progress, onRetrain, onStop }: Props) {
  const [method, setMethod] = useState("");
  const [epochs, setEpochs] = useState("");
  const [reaudit, setReaudit] = useState(true);
  if (state === undefined) return null;
  const { accepted, changed, rejected } = state.counts;
  const { methods } = state;
  if (running !== undefined)
    return <Running run={running} progress={progress} onStop={() => onStop(running.id)} />;
  return (
    <form
      class="card retrain"
      onSubmit={(event) => {
        event.preventDefault();
        const chosen = Number.parseInt(epochs, 10);
        onRetrain({
          reaudit,
          ...(method === "" ? {} : { method }),
          ...(Number.isNaN(chosen) ? {} : { epochs: chosen }),
        });
      }}
    >
      <h1>Retrain</h1>
      <p class="quiet">
        {formatNumber(accepted + changed)} accepted and {formatNumber(rejected)} rejected suggestions are
        applied to the data.
      </p>
      <div class="fields">
        <label>
          Method
          <select value={method} onChange={(event) => setMethod(event.currentTarget.value)}>
            <option value="">
              {methods.length > 0 ? `as in the audit (${methods[0]})` : "as in the audit"}
            </option>
            {methods.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          Epochs
          <input
            type="number"
            min="1"
            max="1000"
            placeholder="as in the audit"
            value={epochs}
            onInput={(event) => setEpochs(event.currentTarget.value)}
          />
        </label>
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={reaudit}
          onChange={(event) => setReaudit(event.currentTarget.checked)}
        />
        Audit again afterwards, to see what changed
      </label>
      <button type="submit" class="button primary" disabled={!state.canRetrain}>
        Retrain
      </button>
      {!state.canRetrain && (
        <p class="quiet">
          The training config of this audit (audit-config.json) is missing, so no model can be trained.
        </p>
      )}
      {state.scoredOn === null && (
        <p class="quiet">No dev or test sentences were given: runs will have curves, but no scores.</p>
      )}
    </form>
  );
}

function Running(props: { run: Run; progress: RunProgress | undefined; onStop: () => void }) {
  const { run, progress, onStop } = props;
  const current = progress?.stage ?? run.stage;
  const stage = current === undefined ? "Waiting" : stages[current];
  const share = progress?.done ?? 0;
  return (
    <section class="card retrain" aria-label="Run under way">
      <h1>
        {stage} <bdi class="quiet">{run.name}</bdi>
      </h1>
      <div
        class="progress-bar tall"
        role="progressbar"
        aria-label={stage}
        aria-valuenow={Math.round(100 * share)}
      >
        <span class="part busy" style={{ width: `${100 * share}%` }} />
      </div>
      <p class="quiet" role="status">
        {[
          progress?.epoch !== undefined &&
            `epoch ${progress.epoch}${progress.epochs === undefined ? "" : ` of ${progress.epochs}`}`,
          progress?.loss !== undefined && `loss ${progress.loss.toFixed(3)}`,
          progress?.f1 !== undefined && `F1 ${progress.f1.toFixed(1)}`,
          progress?.message,
        ]
          .filter(Boolean)
          .join(" · ") || "starting …"}
      </p>
      <button type="button" class="button" onClick={onStop}>
        Stop
      </button>
    </section>
  );
}
