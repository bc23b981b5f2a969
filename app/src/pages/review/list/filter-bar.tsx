import { useEffect, useRef, useState } from "preact/hooks";
import { formatNumber } from "../../../../../src/format.ts";
import type { ReviewState, SuggestionFilter } from "../../../../../src/review/api.ts";

interface Props {
  readonly filter: SuggestionFilter;
  readonly state: ReviewState | undefined;
  readonly onChange: (change: Partial<SuggestionFilter>) => void;
  readonly onLeave: () => void;
}

const statuses = ["open", "accepted", "changed", "rejected", "all"] as const;

/** Which suggestions are listed, and in which order. */
export function FilterBar({ filter, state, onChange, onLeave }: Props) {
  const counts = state?.counts;
  const total = counts && counts.open + counts.accepted + counts.rejected + counts.changed;
  return (
    <div class="filters">
      <Search q={filter.q} onSearch={(q) => onChange({ q })} onLeave={onLeave} />
      <div class="tabs" role="toolbar" aria-label="Status">
        {statuses.map((status) => (
          <button
            key={status}
            type="button"
            aria-pressed={filter.status === status}
            onClick={() => onChange({ status })}
          >
            <strong>{counts && formatNumber(status === "all" ? total! : counts[status])}</strong> {status}
          </button>
        ))}
      </div>
      <div class="selects">
        <select
          aria-label="Type"
          value={filter.type}
          onChange={(event) => onChange({ type: event.currentTarget.value })}
        >
          <option value="">all types</option>
          {(state?.data.labels ?? []).map((label) => (
            <option key={label} value={label}>
              {label}
            </option>
          ))}
        </select>
        <select
          aria-label="Kind"
          value={filter.kind}
          onChange={(event) => onChange({ kind: event.currentTarget.value as SuggestionFilter["kind"] })}
        >
          <option value="">both kinds</option>
          <option value="missed">missed</option>
          <option value="wrong">wrong</option>
        </select>
        <select
          aria-label="Order"
          value={filter.sort}
          onChange={(event) => onChange({ sort: event.currentTarget.value as SuggestionFilter["sort"] })}
        >
          <option value="probability">surest first</option>
          <option value="doubt">least sure first</option>
          <option value="sentence">as in the data</option>
        </select>
      </div>
    </div>
  );
}

function Search({ q, onSearch, onLeave }: { q: string; onSearch: (q: string) => void; onLeave: () => void }) {
  const [text, setText] = useState(q);
  const sent = useRef(q);
  const send = () => {
    if (text === sent.current) return;
    sent.current = text;
    onSearch(text);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is written starts the clock anew
  useEffect(() => {
    const timer = setTimeout(send, 200);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <input
      type="search"
      id="search"
      dir="auto"
      placeholder="Search the suggested words  ( / )"
      aria-label="Search"
      value={text}
      onInput={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Escape" && text !== "") setText("");
        else if (event.key === "Escape" || event.key === "Enter") {
          send();
          onLeave();
        } else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}
