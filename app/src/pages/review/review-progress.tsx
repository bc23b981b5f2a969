import { formatNumber, percent } from "../../../../src/format.ts";
import type { ReviewState } from "../../../../src/review/api.ts";

/** The progress of the review, and the precision of the suggestions so far. */
export function ReviewProgress({ state }: { readonly state: ReviewState }) {
  const { accepted, changed, rejected, open } = state.counts;
  const total = accepted + changed + rejected + open;
  const done = total - open;
  const share = (part: number) => ({ width: `${(100 * part) / Math.max(1, total)}%` });
  const { precision } = state;
  return (
    <div class="progress">
      <div class="progress-line">
        <span>
          <strong>{formatNumber(done)}</strong> of {formatNumber(total)} reviewed
        </span>
        {precision.estimate !== null && (
          <span title="The share of the decided suggestions that were right, with its 95 % interval">
            <strong>{percent(precision.estimate)}</strong> right{" "}
            <span class="quiet">
              ({Math.round(precision.low * 100)}–{Math.round(precision.high * 100)} %)
            </span>
          </span>
        )}
      </div>
      <div
        class="progress-bar"
        role="progressbar"
        aria-label="Reviewed suggestions"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        title={`${formatNumber(accepted)} accepted, ${formatNumber(changed)} changed, ${formatNumber(rejected)} rejected, ${formatNumber(open)} open`}
      >
        <span class="part accepted" style={share(accepted)} />
        <span class="part changed" style={share(changed)} />
        <span class="part rejected" style={share(rejected)} />
      </div>
    </div>
  );
}
