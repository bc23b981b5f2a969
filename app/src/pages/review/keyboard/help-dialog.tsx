import { Dialog } from "../../../dialog.tsx";
import { type Binding, bindings } from "./keyboard-map.ts";

const groups = ["Decide", "Edit", "Move"] as const;

const names = new Map([
  ["End-ward", "→"],
  ["Start-ward", "←"],
  ["Shift+End-ward", "⇧ →"],
  ["Shift+Start-ward", "⇧ ←"],
  ["ArrowDown", "↓"],
  ["ArrowUp", "↑"],
  ["Escape", "Esc"],
  ["PageDown", "PgDn"],
  ["PageUp", "PgUp"],
  ["B", "⇧ B"],
  ["{", "⇧ ["],
  ["}", "⇧ ]"],
]);

/** All keys, from the table of key bindings. */
export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <div class="help">
        {groups.map((group) => (
          <section key={group}>
            <h2>{group}</h2>
            <dl>
              {rows(group).map(({ keys, says }) => (
                <div key={says}>
                  <dt>
                    {keys.map((key) => (
                      <kbd key={key}>{names.get(key) ?? key}</kbd>
                    ))}
                  </dt>
                  <dd>{says}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p class="quiet">
        With the mouse: drag the ends of the highlighted words, drag over other words to add an entity, press
        a label to remove it.
      </p>
    </Dialog>
  );
}

/** The keys of a group; those with the same description share a row. */
function rows(group: Binding["group"]): { keys: readonly string[]; says: string }[] {
  const found = new Map<string, string[]>();
  for (const binding of bindings) {
    if (binding.group !== group) continue;
    found.set(binding.says, [...(found.get(binding.says) ?? []), ...binding.keys]);
  }
  return [...found].map(([says, keys]) => ({
    says,
    keys: keys.length === 9 ? [keys[0]!, "…", keys[8]!] : keys,
  }));
}
