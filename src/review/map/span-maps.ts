import type { Entity } from "../../data/index.ts";
import { textOf } from "../../data/index.ts";
import { UserError } from "../../errors.ts";
import { HttpError } from "../../http/index.ts";
import { Random } from "../../random.ts";
import type { Decision, MapAnswer, MapPoint, ReviewEvents } from "../api.ts";
import { auditedSentences, entitiesOf, readSentence } from "../decisions/reviewed-sentences.ts";
import { hidingPaths } from "../runs/hide-paths.ts";
import type { ModelChoice } from "../runs/model-choice.ts";
import type { ReviewDatabase } from "../store/database.ts";
import type { ComputeMap } from "./compute-map.ts";

/** How many labelled entities and how many open suggestions are on a map, at most. */
const [LABELLED, SUGGESTED] = [4000, 1000];

interface SpanMapsOptions {
  readonly db: ReviewDatabase;
  readonly compute: ComputeMap;
  readonly onMap?: (event: ReviewEvents["map"]) => void;
  readonly onBug?: ((error: unknown) => void) | undefined;
}

type Spot = Omit<MapPoint, "x" | "y">;

/** Maps of span vectors, each computed once for a model and kept in the database. */
export class SpanMaps {
  readonly #options: SpanMapsOptions;
  /** By model: the share done, and why it failed. */
  readonly #working = new Map<string, number>();
  readonly #failed = new Map<string, unknown>();

  constructor(options: SpanMapsOptions) {
    this.#options = options;
  }

  /** The map of a model, or its progress; the first request starts the computation. */
  of({ run, dir }: ModelChoice): MapAnswer {
    const { db } = this.#options;
    const key = run === null ? "audit" : `run ${run}`;
    const saved = db.prepare("SELECT json FROM maps WHERE model = ?").get(key) as
      | { json: string }
      | undefined;
    if (saved !== undefined) return { run, points: asDecided(db, JSON.parse(saved.json) as MapPoint[]) };
    const failure = this.#failed.get(key);
    if (failure !== undefined) {
      this.#failed.delete(key);
      throw failure;
    }
    const progress = this.#working.get(key);
    if (progress === undefined) {
      if (this.#working.size > 0) {
        throw new HttpError(429, "busy", "another map is being computed", { retryAfter: 5 });
      }
      this.#working.set(key, 0);
      void this.#compute(key, { run, dir });
    }
    return { run, computing: true, progress: progress ?? 0 };
  }

  async #compute(key: string, { run, dir }: ModelChoice): Promise<void> {
    const { db, compute, onMap = () => {}, onBug } = this.#options;
    try {
      const spots = chooseSpots(db);
      const used = [...new Set(spots.map(({ sentence }) => sentence))].sort((a, b) => a - b);
      const position = new Map(used.map((sentence, i) => [sentence, i]));
      const list = {
        sentences: used.map((sentence) => ({ tokens: readSentence(db, sentence).tokens })),
        spans: spots.map(({ sentence, start, end }) => ({ sentence: position.get(sentence)!, start, end })),
      };
      const tell = (done: number) => {
        this.#working.set(key, done);
        onMap({ run, computing: true, progress: done });
      };
      const places = await hidingPaths(dir, () => compute(dir, list, tell));
      const points = spots.flatMap((spot, i): MapPoint[] => {
        const place = places[i];
        return place === null || place === undefined ? [] : [{ ...spot, x: place[0], y: place[1] }];
      });
      db.prepare("INSERT OR REPLACE INTO maps (model, json) VALUES (?, ?)").run(key, JSON.stringify(points));
    } catch (error) {
      const isOurs = !(error instanceof UserError || error instanceof HttpError);
      if (isOurs) onBug?.(error);
      this.#failed.set(key, isOurs ? new HttpError(500, "internal", "the map could not be computed") : error);
    } finally {
      this.#working.delete(key);
      onMap({ run, computing: false, progress: 1 });
    }
  }
}

/** Labelled entities, a random sample if there are too many, and the best open suggestions. */
function chooseSpots(db: ReviewDatabase): Spot[] {
  const random = new Random(1).fork("map");
  const labelled: Spot[] = [];
  let met = 0;
  for (const [sentence, own] of auditedSentences(db)) {
    const { text, offsets } = textOf(own);
    for (const { start, end, label } of entitiesOf(db, sentence, own)) {
      // Reservoir sampling: each entity seen so far is kept with the same probability.
      const at = met++ < LABELLED ? labelled.length : random.below(met);
      if (at >= LABELLED) continue;
      labelled[at] = {
        sentence,
        start,
        end,
        label,
        text: text.slice(offsets[start]![0], offsets[end - 1]![1]),
      };
    }
  }
  const open = db
    .prepare(
      "SELECT id AS suggestion, sentence, start, \"end\", label, text FROM suggestions WHERE status = 'open' ORDER BY id LIMIT ?",
    )
    .all(SUGGESTED) as (Entity & { suggestion: number; sentence: number; text: string })[];
  return [
    ...labelled,
    ...open.map(({ suggestion, sentence, start, end, label, text }) => ({
      suggestion,
      sentence,
      start,
      end,
      label,
      text,
    })),
  ];
}

/** A map with later decisions applied: accepted suggestions are labelled, rejected ones removed. */
function asDecided(db: ReviewDatabase, points: readonly MapPoint[]): MapPoint[] {
  const decided = new Map(
    (
      db.prepare("SELECT suggestion, status, label FROM decisions").all() as (Pick<
        Decision,
        "status" | "label"
      > & { suggestion: number })[]
    ).map((row) => [row.suggestion, row]),
  );
  return points.flatMap((point): MapPoint[] => {
    const decision = decided.get(point.suggestion ?? -1);
    if (decision === undefined) return [point];
    const { suggestion: _, ...rest } = point;
    return decision.status === "rejected" ? [] : [{ ...rest, label: decision.label }];
  });
}
