import { formatNumber, percent } from "../../../../../src/format.ts";
import type { Neighbour, SuggestionItem } from "../../../../../src/review/api.ts";
import { colourClass } from "../../../sentence/label-colour.ts";
import { visible } from "../../../sentence/visible.ts";
import { NeighbourLine } from "./neighbour-line.tsx";

interface Props {
  readonly suggestion: SuggestionItem;
  readonly labels: readonly string[];
}

/** The evidence for a suggestion. */
export function EvidencePanel({ suggestion, labels }: Props) {
  const { probability, evidence, label, text } = suggestion;
  const { score, folds, surface, dictionary, neighbours = [] } = evidence ?? {};
  return (
    <div class="evidence">
      <div class="sure">
        <strong>{percent(probability)}</strong>
        <span class="quiet">likely to be right</span>
        <span class="meter wide" aria-hidden="true">
          <span style={{ width: `${probability * 100}%` }} />
        </span>
      </div>
      <dl class="facts">
        {folds !== undefined && (
          <>
            <dt>Models that agree</dt>
            <dd>
              <Votes agree={folds.agree} of={folds.of} /> {folds.agree} of {folds.of}
            </dd>
          </>
        )}
        {surface !== undefined && (
          <>
            <dt>The same words elsewhere</dt>
            <dd>
              {surface.occurrences === 0
                ? "nowhere else"
                : `labelled ${visible(label)} in ${formatNumber(surface.labelled)} of ${formatNumber(surface.occurrences)} places`}
            </dd>
          </>
        )}
        {dictionary !== undefined && (
          <>
            <dt>In the dictionary</dt>
            <dd>
              {dictionary.length === 0
                ? "no"
                : dictionary.map((name) => (
                    <bdi key={name} class={`chip ${colourClass(labels, name)}`}>
                      {visible(name)}
                    </bdi>
                  ))}
            </dd>
          </>
        )}
        {score !== undefined && (
          <>
            <dt>Score before calibration</dt>
            <dd>{score.toFixed(3)}</dd>
          </>
        )}
      </dl>
      {neighbours.length > 0 && (
        <>
          <h2>Similar labelled entities</h2>
          <ol class="neighbours">
            {neighbours.map((neighbour) => (
              <NeighbourLine key={keyOf(neighbour)} neighbour={neighbour} labels={labels} />
            ))}
          </ol>
        </>
      )}
      {evidence === undefined && (
        <p class="quiet">
          The audit kept no evidence for <bdi>{visible(text)}</bdi> as {label}.
        </p>
      )}
    </div>
  );
}

function keyOf({ sentence, start, end }: Neighbour): string {
  return `${sentence}:${start}:${end}`;
}

function Votes({ agree, of }: { readonly agree: number; readonly of: number }) {
  return (
    <span class="votes" aria-hidden="true">
      {Array.from({ length: Math.min(of, 12) }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: dots are all alike
        <span key={i} class={i < agree ? "vote yes" : "vote"} />
      ))}
    </span>
  );
}
