import { Component, type ComponentType, createElement, type FunctionComponent } from "preact";
import { percent } from "../../../../../src/format.ts";
import type { SuggestionItem } from "../../../../../src/review/api.ts";
import { colourClass } from "../../../sentence/label-colour.ts";
import { visible } from "../../../sentence/visible.ts";

interface Props {
  readonly position: number;
  readonly total: number;
  readonly suggestion: SuggestionItem | undefined;
  readonly isChosen: boolean;
  readonly labels: readonly string[];
  readonly onChoose: (position: number) => void;
}

export const rowHeight = 56;

/** One suggestion in the list: its words, type, probability and status. */
export const SuggestionRow = memo(function SuggestionRow(props: Props) {
  const { position, total, suggestion, isChosen, labels, onChoose } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the page choose rows
    <div
      class={isChosen ? "row chosen" : "row"}
      id={`row-${position}`}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-setsize={total}
      aria-posinset={position + 1}
      onClick={() => onChoose(position)}
    >
      {suggestion === undefined ? <span class="row-wait" /> : <Told {...{ suggestion, labels }} />}
    </div>
  );
});

function Told({ suggestion, labels }: { suggestion: SuggestionItem; labels: readonly string[] }) {
  const { kind, reason, was, text, label, probability, status, decision } = suggestion;
  const shown = status === "changed" && decision ? decision.label : label;
  const about =
    kind === "missed" ? "missed" : reason === "type" ? `now ${was?.label ?? ""}` : "wrong boundaries";
  return (
    <>
      <bdi class="row-text">{visible(text)}</bdi>
      <span class="row-probability">{percent(probability)}</span>
      <span class="row-about">
        <bdi class={`chip ${colourClass(labels, shown)}`}>{visible(shown)}</bdi>
        <span class="quiet">{about}</span>
      </span>
      {status === "open" ? (
        <span class="meter" aria-hidden="true">
          <span style={{ width: `${probability * 100}%` }} />
        </span>
      ) : (
        <span class={`status ${status}`}>{status}</span>
      )}
    </>
  );
}

/** A component that is rendered again only when one of its properties changes. */
function memo<P extends object>(Shown: FunctionComponent<P>): ComponentType<P> {
  return class extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      const before = this.props as P;
      return (Object.keys(next) as (keyof P)[]).some((key) => next[key] !== before[key]);
    }

    override render() {
      return createElement(Shown, this.props as P);
    }
  };
}
