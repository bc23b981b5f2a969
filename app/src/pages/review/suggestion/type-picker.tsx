import { useState } from "preact/hooks";
import { Dialog } from "../../../dialog.tsx";
import { colourClass } from "../../../sentence/label-colour.ts";
import { visible } from "../../../sentence/visible.ts";

interface Props {
  readonly labels: readonly string[];
  readonly onPick: (label: string) => void;
  readonly onClose: () => void;
}

/** All types, narrowed by typing; Enter takes the first. */
export function TypePicker({ labels, onPick, onClose }: Props) {
  const [q, setQ] = useState("");
  const [at, setAt] = useState(0);
  const found = labels.filter((label) => label.toLowerCase().includes(q.toLowerCase()));
  const chosen = Math.min(at, found.length - 1);
  return (
    <Dialog title="Type" onClose={onClose}>
      <input
        // biome-ignore lint/a11y/noAutofocus: the dialog was opened to write here
        autoFocus
        type="text"
        dir="auto"
        aria-label="Filter the types"
        placeholder="type to filter"
        value={q}
        onInput={(event) => {
          setQ(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") setAt(Math.min(chosen + 1, found.length - 1));
          else if (event.key === "ArrowUp") setAt(Math.max(0, chosen - 1));
          else if (event.key === "Enter" && found[chosen] !== undefined) onPick(found[chosen]);
          else return;
          event.preventDefault();
        }}
      />
      <div class="pick-list">
        {found.map((label, i) => (
          <button
            key={label}
            type="button"
            class={i === chosen ? "pick chosen" : "pick"}
            onClick={() => onPick(label)}
          >
            <bdi class={`chip ${colourClass(labels, label)}`}>{visible(label)}</bdi>
          </button>
        ))}
        {found.length === 0 && <p class="quiet">No type matches.</p>}
      </div>
    </Dialog>
  );
}
