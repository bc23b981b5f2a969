import { formatNumber, percent } from "../../../../src/format.ts";
import type { AuditChange, AuditExample } from "../../../../src/review/api.ts";
import { colourClass } from "../../sentence/label-colour.ts";
import { visible } from "../../sentence/visible.ts";

/** What the new audit suggests that the last one did not, and the other way round. */
export function AuditChangeView({
  change,
  labels,
}: {
  readonly change: AuditChange;
  readonly labels: readonly string[];
}) {
  const { appeared, vanished, kept, missing, examples } = change;
  return (
    <section class="audit-change" aria-label="Audited again">
      <h2>Audited again</h2>
      <dl class="figures">
        <div>
          <dt>Entities still missing, about</dt>
          <dd>
            {formatNumber(Math.round(missing.after.value))}{" "}
            <span class="quiet">from {formatNumber(Math.round(missing.before.value))}</span>
          </dd>
        </div>
        <div>
          <dt>New suggestions</dt>
          <dd>{formatNumber(appeared)}</dd>
        </div>
        <div>
          <dt>No longer suggested</dt>
          <dd>{formatNumber(vanished)}</dd>
        </div>
        <div>
          <dt>Unchanged</dt>
          <dd>{formatNumber(kept)}</dd>
        </div>
      </dl>
      <div class="two">
        <Examples title="New" list={examples.appeared} labels={labels} />
        <Examples title="Gone" list={examples.vanished} labels={labels} />
      </div>
    </section>
  );
}

function Examples(props: { title: string; list: readonly AuditExample[]; labels: readonly string[] }) {
  const { title, list, labels } = props;
  if (list.length === 0) return null;
  return (
    <div>
      <h3>{title}</h3>
      <ul class="examples">
        {list.slice(0, 12).map((one) => (
          <li key={`${one.sentence}:${one.text}:${one.label}`}>
            <span class="similarity">{percent(one.probability)}</span>{" "}
            <bdi class={`chip ${colourClass(labels, one.label)}`}>{visible(one.label)}</bdi>{" "}
            <bdi>{visible(one.text)}</bdi>
          </li>
        ))}
      </ul>
    </div>
  );
}
