import { useState } from "preact/hooks";
import type { ReviewSnapshot } from "../review-snapshot.ts";
import { EvidencePanel } from "./evidence-panel.tsx";
import { HistoryPanel } from "./history-panel.tsx";

/** The panel on the right: the evidence, or the history. */
export function SidePanel({ now, onHelp }: { readonly now: ReviewSnapshot; readonly onHelp: () => void }) {
  const [tab, setTab] = useState<"evidence" | "history">("evidence");
  return (
    <aside class="side" aria-label="Evidence and history">
      <div class="tabs" role="toolbar" aria-label="Show">
        <button type="button" aria-pressed={tab === "evidence"} onClick={() => setTab("evidence")}>
          Evidence
        </button>
        <button type="button" aria-pressed={tab === "history"} onClick={() => setTab("history")}>
          History
        </button>
        <span class="grow" />
        <button type="button" onClick={onHelp}>
          Keys <kbd>?</kbd>
        </button>
      </div>
      {tab === "history" ? (
        <HistoryPanel counts={now.state?.counts} />
      ) : (
        now.current !== undefined && (
          <EvidencePanel suggestion={now.current} labels={now.state?.data.labels ?? []} />
        )
      )}
    </aside>
  );
}
