import { formatNumber } from "../../../../src/format.ts";
import type { RunDetails } from "../../../../src/review/api.ts";
import { colourClass } from "../../sentence/label-colour.ts";
import { visible } from "../../sentence/visible.ts";
import { AuditChangeView } from "./audit-change-view.tsx";
import { LineChart } from "./line-chart.tsx";
import { MistakeList } from "./mistake-list.tsx";

/** One run: its curves, its scores by type, its mistakes, and what the new audit found. */
export function RunDetailsView({
  run,
  labels,
}: {
  readonly run: RunDetails;
  readonly labels: readonly string[];
}) {
  const { curves, types, errors, scores, audit } = run;
  const { loss, ...others } = curves;
  const scoreCurves = Object.entries(others).filter(
    ([name, points]) => !/loss/.test(name) && points.length > 0,
  );
  return (
    <section class="card details" aria-label="Run">
      <header class="card-head">
        <h1>
          <bdi>{run.name}</bdi>
        </h1>
        <span class={`status ${run.status}`}>{run.status}</span>
        <span class="quiet">
          {[
            run.method,
            run.epochs !== undefined && `${run.epochs} epochs`,
            `${formatNumber(run.decisions)} decisions applied`,
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </header>
      {run.error !== null && <p class="note error">{run.error}</p>}
      {scores !== null && (
        <dl class="figures">
          <Figure name={`F1 on ${run.scoredOn ?? "test"}`} value={scores.f1} />
          <Figure name="Precision" value={scores.precision} />
          <Figure name="Recall" value={scores.recall} />
        </dl>
      )}
      <div class="charts">
        {loss !== undefined && loss.length > 0 && (
          <LineChart title="Loss" series={[{ name: "loss", points: loss }]} xLabel="step" />
        )}
        {scoreCurves.length > 0 && (
          <LineChart
            title="Scores on dev"
            series={scoreCurves.map(([name, points]) => ({ name, points }))}
            xLabel="epoch"
          />
        )}
      </div>
      {types.length > 0 && (
        <div class="table-scroll">
          <table>
            <thead>
              <tr>
                <th>Type</th>
                <th class="number">Precision</th>
                <th class="number">Recall</th>
                <th class="number">F1</th>
                <th class="bar-cell" />
                <th class="number">Entities</th>
              </tr>
            </thead>
            <tbody>
              {types.map(({ label, precision, recall, f1, gold }) => (
                <tr key={label}>
                  <td>
                    <bdi class={`chip ${colourClass(labels, label)}`}>{visible(label)}</bdi>
                  </td>
                  <td class="number">{precision.toFixed(1)}</td>
                  <td class="number">{recall.toFixed(1)}</td>
                  <td class="number">
                    <strong>{f1.toFixed(1)}</strong>
                  </td>
                  <td class="bar-cell" aria-hidden="true">
                    <span class="meter wide">
                      <span style={{ width: `${f1}%` }} />
                    </span>
                  </td>
                  <td class="number">{formatNumber(gold)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {audit !== null && <AuditChangeView change={audit} labels={labels} />}
      {errors.length > 0 && (
        <MistakeList
          title={`Where it errs (${formatNumber(run.errorCount)})`}
          mistakes={errors}
          labels={labels}
        />
      )}
    </section>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value.toFixed(1)}</dd>
    </div>
  );
}
