import { useEffect, useState } from "preact/hooks";
import type { Run, TagAnswer } from "../../../../src/review/api.ts";
import { reviewApi } from "../../api/review-api.ts";
import { useApp } from "../../app-context.ts";
import { colourClass } from "../../sentence/label-colour.ts";
import { SentenceLine } from "../../sentence/sentence-line.tsx";
import { visible } from "../../sentence/visible.ts";
import { useStore } from "../../store.ts";
import { wordsOf } from "./words-of.ts";

type Found = Pick<TagAnswer, "text" | "entities">;

const longest = 10_000;

/** Paste a text and see what the model finds in it. */
export function PlaygroundPage() {
  const { review } = useApp();
  const { state } = useStore(review.store);
  const labels = state?.data.labels ?? [];
  const [text, setText] = useState(() => sessionStorage.getItem("lacuna-playground") ?? "");
  const [threshold, setThreshold] = useState(0.5);
  const [mode, setMode] = useState<"flat" | "nested">("flat");
  const [run, setRun] = useState("");
  const [runs, setRuns] = useState<readonly Run[]>([]);
  const [found, setFound] = useState<Found>();
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    reviewApi.runs().then(
      (answer) => setRuns(answer.runs.filter(({ status }) => status === "done")),
      () => undefined,
    );
  }, []);

  useEffect(() => {
    sessionStorage.setItem("lacuna-playground", text);
    if (text.trim() === "") {
      setFound(undefined);
      setError(undefined);
      return;
    }
    let isOver = false;
    const timer = setTimeout(async () => {
      setBusy(true);
      try {
        const answer = await reviewApi.tag({
          text,
          threshold,
          mode,
          ...(run === "" ? {} : { run: Number(run) }),
        });
        if (isOver) return;
        setFound({ text, entities: answer.entities });
        setError(undefined);
      } catch (problem) {
        if (!isOver) setError((problem as Error).message);
      } finally {
        if (!isOver) setBusy(false);
      }
    }, 250);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [text, threshold, mode, run]);

  return (
    <div class="columns">
      <section class="card playground-in" aria-label="Text">
        <h1>Playground</h1>
        <textarea
          dir="auto"
          rows={9}
          maxLength={longest}
          aria-label="Text to tag"
          placeholder="Paste or write a text …"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <div class="fields">
          <label>
            Minimum score <output>{threshold.toFixed(2)}</output>
            <input
              type="range"
              min="0.05"
              max="0.95"
              step="0.05"
              value={threshold}
              onInput={(event) => setThreshold(Number(event.currentTarget.value))}
            />
          </label>
          <label>
            Model
            <select value={run} onChange={(event) => setRun(event.currentTarget.value)}>
              <option value="">newest model</option>
              {runs.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        </div>
        <label class="check">
          <input
            type="checkbox"
            checked={mode === "nested"}
            onChange={(event) => setMode(event.currentTarget.checked ? "nested" : "flat")}
          />
          Nested entities
        </label>
      </section>
      <section class="card playground-out" aria-label="Entities" aria-busy={isBusy}>
        <h2>Entities</h2>
        {error !== undefined && (
          <p class="note error" role="alert">
            {error}
          </p>
        )}
        {found === undefined && error === undefined && (
          <p class="quiet">The entities that the model finds appear here.</p>
        )}
        {found !== undefined && <Result found={found} labels={labels} />}
      </section>
    </div>
  );
}

function Result({ found, labels }: { readonly found: Found; readonly labels: readonly string[] }) {
  const { sentence, entities } = wordsOf(found.text, found.entities);
  return (
    <>
      <p class="big-sentence" dir="auto">
        <SentenceLine
          sentence={sentence}
          labels={labels}
          marks={entities.map((entity) => ({
            ...entity,
            look: "focus",
            title: `score ${(entity.score ?? 0).toFixed(3)}`,
          }))}
        />
      </p>
      {found.entities.length === 0 ? (
        <p class="quiet">No entity reaches the minimum score.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th>Words</th>
              <th>Type</th>
              <th class="number">Score</th>
              <th class="bar-cell" />
            </tr>
          </thead>
          <tbody>
            {found.entities.map((entity) => (
              <tr key={`${entity.start}:${entity.end}:${entity.label}`}>
                <td>
                  <bdi>{visible(entity.text)}</bdi>
                </td>
                <td>
                  <bdi class={`chip ${colourClass(labels, entity.label)}`}>{visible(entity.label)}</bdi>
                </td>
                <td class="number">{entity.score.toFixed(3)}</td>
                <td class="bar-cell" aria-hidden="true">
                  <span class="meter wide">
                    <span style={{ width: `${entity.score * 100}%` }} />
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
