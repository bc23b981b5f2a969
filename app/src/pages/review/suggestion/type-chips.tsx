import { colourClass } from "../../../sentence/label-colour.ts";
import { visible } from "../../../sentence/visible.ts";

interface Props {
  readonly labels: readonly string[];
  readonly chosen: string;
  readonly onChoose: (label: string) => void;
  readonly onPick: () => void;
}

const most = 9;

/** The types, with the keys that choose them. */
export function TypeChips({ labels, chosen, onChoose, onPick }: Props) {
  return (
    <div class="types" role="toolbar" aria-label="Type">
      {labels.slice(0, most).map((label, i) => (
        <button
          key={label}
          type="button"
          class={`type ${colourClass(labels, label)}`}
          aria-pressed={label === chosen}
          onClick={() => onChoose(label)}
        >
          <kbd>{i + 1}</kbd> <bdi>{visible(label)}</bdi>
        </button>
      ))}
      {labels.length > most && (
        <button type="button" class="type" onClick={onPick}>
          <kbd>t</kbd> all {labels.length} types
        </button>
      )}
    </div>
  );
}
