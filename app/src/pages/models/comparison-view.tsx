import { formatNumber } from "../../../../src/format.ts";
import type { Difference, Run, RunComparison } from "../../../../src/review/api.ts";
import { colourClass } from "../../sentence/label-colour.ts";
import { visible } from "../../sentence/visible.ts";
import { MistakeList } from "./mistake-list.tsx";
import { signed, verdict } from "./verdict.ts";

interface Props {
  readonly comparison: RunComparison;
  readonly pair: readonly [number, number];
  readonly runs: readonly Run[];
  readonly labels: readonly string[];
  readonly onCompare: (a: number, b: number) => void;
}

/** Two runs on the same sentences: which is better, by how much, and whether that may be chance. */
export function ComparisonView({ comparison, pair, runs, labels, onCompare }: Props) {
  const { total, types, sentences, test } = comparison;
  const done = runs.filter(({ status, f1 }) => status === "done" && f1 !== null);
  const name = (id: number) => runs.find((run) => run.id === id)?.name ?? `run ${id}`;
  const choose = (at: 0 | 1) => (
    <select
      aria-label={at === 0 ? "First run" : "Second run"}
      value={pair[at]}
      onChange={(event) => {
        const id = Number(event.currentTarget.value);
        onCompare(at === 0 ? id : pair[0], at === 1 ? id : pair[1]);
      }}
    >
      {done.map(({ id }) => (
        <option key={id} value={id}>
          {name(id)}
        </option>
      ))}
    </select>
  );
  const scale = scaleOf([total, ...types]);
  return (
    <section class="card comparison" aria-label="Comparison">
      <header class="card-head">
        <h1>Did it help?</h1>
        <span class="pair">
          {choose(0)} <span aria-hidden="true">→</span> {choose(1)}
        </span>
      </header>
      <p class={`verdict ${total.difference > 0 ? "better" : total.difference < 0 ? "worse" : ""}`}>
        <strong>
          {total.a.toFixed(1)} → {total.b.toFixed(1)} F1
        </strong>{" "}
        <span>{verdict(total)}</span>
      </p>
      <table class="differences">
        <thead>
          <tr>
            <th>Type</th>
            <th class="number">{name(pair[0])}</th>
            <th class="number">{name(pair[1])}</th>
            <th class="number">Change</th>
            <th class="dumbbell-cell" />
            <th class="number">p</th>
          </tr>
        </thead>
        <tbody>
          <Line name={<strong>all</strong>} difference={total} scale={scale} />
          {types.map((difference) => (
            <Line
              key={difference.label}
              name={
                <bdi class={`chip ${colourClass(labels, difference.label)}`}>{visible(difference.label)}</bdi>
              }
              difference={difference}
              scale={scale}
            />
          ))}
        </tbody>
      </table>
      <p class="quiet">
        F1 in percent over the same {formatNumber(sentences)} sentences of {test}; interval by paired
        bootstrap, p by paired randomisation.
      </p>
      {comparison.mended.length > 0 && (
        <MistakeList title="Fixed" mistakes={comparison.mended} labels={labels} first={4} />
      )}
      {comparison.broken.length > 0 && (
        <MistakeList title="Newly wrong" mistakes={comparison.broken} labels={labels} first={4} />
      )}
    </section>
  );
}

interface LineProps {
  readonly name: preact.ComponentChildren;
  readonly difference: Difference;
  readonly scale: (value: number) => number;
}

function Line({ name, difference, scale }: LineProps) {
  const { a, b, difference: change, p } = difference;
  const [x1, x2] = [scale(a), scale(b)];
  return (
    <tr class={change > 0 ? "better" : change < 0 ? "worse" : ""}>
      <td>{name}</td>
      <td class="number">{a.toFixed(1)}</td>
      <td class="number">{b.toFixed(1)}</td>
      <td class="number change">{signed(change)}</td>
      <td class="dumbbell-cell" aria-hidden="true">
        <svg viewBox="0 0 200 16" class="dumbbell" aria-hidden="true">
          <line x1={x1} x2={x2} y1="8" y2="8" class="reach" />
          <circle cx={x1} cy="8" r="4" class="from" />
          <circle cx={x2} cy="8" r="5" class="to" />
        </svg>
      </td>
      <td class="number">{p === undefined ? "" : p < 0.001 ? "< 0.001" : p.toFixed(3)}</td>
    </tr>
  );
}

/** From scores to x positions, from the lowest to the highest. */
function scaleOf(list: readonly Difference[]): (value: number) => number {
  const all = list.flatMap(({ a, b }) => [a, b]);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  return (value) => (high > low ? 8 + (184 * (value - low)) / (high - low) : 100);
}
