import { useState } from "preact/hooks";
import type { RunMistake } from "../../../../src/review/api.ts";
import { excerpt } from "../../sentence/excerpt.ts";
import type { Mark } from "../../sentence/mark.ts";
import { SentenceLine } from "../../sentence/sentence-line.tsx";

interface Props {
  readonly title: string;
  readonly mistakes: readonly RunMistake[];
  readonly labels: readonly string[];
  /** How many are shown at first. */
  readonly first?: number;
}

const kinds = ["missed", "spurious", "type", "boundary"] as const;
const step = 100;

/** Places where a model and the gold labels disagree, by kind. */
export function MistakeList({ title, mistakes, labels, first = 20 }: Props) {
  const [kind, setKind] = useState<RunMistake["kind"] | "">("");
  const [most, setMost] = useState(first);
  const found = mistakes.filter((mistake) => kind === "" || mistake.kind === kind);
  return (
    <section class="mistakes" aria-label={title}>
      <div class="tabs" role="toolbar" aria-label="Kind of mistake">
        <h2>{title}</h2>
        <button type="button" aria-pressed={kind === ""} onClick={() => setKind("")}>
          all
        </button>
        {kinds.map((name) => (
          <button key={name} type="button" aria-pressed={kind === name} onClick={() => setKind(name)}>
            {name} <span class="quiet">{mistakes.filter((mistake) => mistake.kind === name).length}</span>
          </button>
        ))}
      </div>
      <ul class="sentences">
        {found.slice(0, most).map((mistake) => (
          <li key={keyOf(mistake)}>
            <span class={`verb of-${mistake.kind}`}>{mistake.kind}</span>
            <Mistake mistake={mistake} labels={labels} />
          </li>
        ))}
      </ul>
      {found.length > most && (
        <button type="button" class="button plain" onClick={() => setMost(most + step)}>
          Show more
        </button>
      )}
    </section>
  );
}

function Mistake({ mistake, labels }: { readonly mistake: RunMistake; readonly labels: readonly string[] }) {
  const { tokens, gold, predicted } = mistake;
  const spans = [gold, predicted].filter((span) => span !== undefined);
  const whole = {
    start: Math.min(...spans.map(({ start }) => start)),
    end: Math.max(...spans.map(({ end }) => end)),
  };
  const cut = excerpt({ tokens }, whole, 12);
  const shift = cut.span.start - whole.start;
  const marks: Mark[] = [];
  if (gold !== undefined)
    marks.push({
      ...gold,
      start: gold.start + shift,
      end: gold.end + shift,
      look: "entity",
      tag: `gold ${gold.label}`,
    });
  if (predicted !== undefined)
    marks.push({
      ...predicted,
      start: predicted.start + shift,
      end: predicted.end + shift,
      look: "was",
      tag: `model ${predicted.label}`,
    });
  return (
    <span class="small-sentence" dir="auto">
      <SentenceLine sentence={cut.sentence} marks={marks} labels={labels} />
    </span>
  );
}

function keyOf({ sentence, kind, gold, predicted }: RunMistake): string {
  return [
    sentence,
    kind,
    gold?.start,
    gold?.end,
    gold?.label,
    predicted?.start,
    predicted?.end,
    predicted?.label,
  ].join();
}
