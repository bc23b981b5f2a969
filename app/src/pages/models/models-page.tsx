import { useEffect, useState } from "preact/hooks";
import { reviewApi } from "../../api/review-api.ts";
import { useApp } from "../../app-context.ts";
import { useStore } from "../../store.ts";
import { ComparisonView } from "./comparison-view.tsx";
import { Models } from "./models.ts";
import { RetrainPanel } from "./retrain-panel.tsx";
import { RunDetailsView } from "./run-details-view.tsx";
import { RunTable } from "./run-table.tsx";

/** Retrains with the decisions applied, and compares the models. */
export function ModelsPage() {
  const { review, live } = useApp();
  const { state, user } = useStore(review.store);
  const [models] = useState(() => new Models(reviewApi));
  const { runs, shown, progress, pair, comparison, error } = useStore(models.store);
  useEffect(() => models.follow(live), [models, live]);
  const labels = state?.data.labels ?? [];
  const running = runs?.find(({ status }) => status === "running" || status === "queued");
  return (
    <div class="columns">
      <div class="narrow">
        <RetrainPanel
          state={state}
          running={running}
          progress={running && progress.get(running.id)}
          onRetrain={(options) => models.retrain({ ...options, who: user })}
          onStop={(id) => models.stop(id)}
        />
        {error !== undefined && (
          <p class="note error" role="alert">
            {error}
          </p>
        )}
        <RunTable runs={runs} shown={shown?.id} onShow={(id) => models.show(id)} />
      </div>
      <div class="wide">
        {comparison !== undefined && pair !== undefined && (
          <ComparisonView
            comparison={comparison}
            pair={pair}
            runs={runs ?? []}
            labels={labels}
            onCompare={(a, b) => models.compare(a, b)}
          />
        )}
        {shown !== undefined && <RunDetailsView run={shown} labels={labels} />}
        {runs?.length === 0 && (
          <div class="all-done">
            <h1>No model yet</h1>
            <p>
              Retrain applies your decisions to the data, trains a model on it and shows here how much better
              it became.
            </p>
          </div>
        )}
      </div>
    </div>
  );
}
