import type { HistoryEntry } from "./history-entry.ts";
import type { MapPoint } from "./map-point.ts";
import { request, withQuery } from "./request.ts";
import type { ReviewState, Standing } from "./review-state.ts";
import type { Comparison, Run, RunDetails } from "./run.ts";
import type { SentenceView } from "./sentence-view.ts";
import type { Entity } from "./span.ts";
import type { Suggestion, SuggestionPage } from "./suggestion.ts";

/** Which suggestions are listed, in which order. */
export interface Filter {
  readonly status: "open" | "accepted" | "rejected" | "changed" | "all";
  readonly type: string;
  readonly kind: "" | "missed" | "wrong";
  readonly q: string;
  readonly sort: "probability" | "doubt" | "sentence";
}

export interface DecisionRequest extends Partial<Entity> {
  readonly suggestion: number;
  readonly action: "accept" | "reject" | "reopen" | "change";
  readonly who: string;
}

export interface TagRequest {
  readonly text: string;
  readonly threshold: number;
  readonly mode: "flat" | "nested";
  readonly run?: number;
}

/** Every question the app asks its server. */
export const reviewApi = {
  state: () => request<ReviewState>("GET", "/api/state"),
  suggestions: (filter: Filter, from: number, count: number) =>
    request<SuggestionPage>("GET", withQuery("/api/suggestions", { ...filter, from, count })),
  suggestion: (id: number) => request<Suggestion>("GET", `/api/suggestions/${id}`),
  sentence: (n: number) => request<SentenceView>("GET", `/api/sentences/${n}`),
  decide: (decision: DecisionRequest) =>
    request<Standing & { item?: Suggestion }>("POST", "/api/decisions", decision),
  decideAll: (batch: { surface: string; label: string; action: "accept" | "reject"; who: string }) =>
    request<Standing & { items: readonly Pick<Suggestion, "id" | "status">[] }>(
      "POST",
      "/api/decisions/batch",
      batch,
    ),
  undo: (who: string) => request<Standing & { undone: Undone | null }>("POST", "/api/undo", { who }),
  addEntity: (entity: Entity & { sentence: number; who: string }) =>
    request<Standing>("POST", "/api/entities", entity),
  removeEntity: (entity: Entity & { sentence: number; who: string }) =>
    request<Standing>("DELETE", "/api/entities", entity),
  history: (from: number, count: number) =>
    request<{ total: number; items: readonly HistoryEntry[] }>(
      "GET",
      withQuery("/api/history", { from, count }),
    ),
  runs: () => request<{ runs: readonly Run[] }>("GET", "/api/runs"),
  run: (id: number) => request<RunDetails>("GET", `/api/runs/${id}`),
  retrain: (options: { method?: string; epochs?: number; reaudit: boolean; who: string }) =>
    request<{ run: Run }>("POST", "/api/retrain", options),
  resume: (id: number) => request<{ run: Run }>("POST", `/api/runs/${id}/resume`, {}),
  stop: (id: number) => request<{ run: Run }>("POST", `/api/runs/${id}/stop`, {}),
  compare: (a: number, b: number) => request<Comparison>("GET", withQuery("/api/runs/compare", { a, b })),
  map: (run?: number) =>
    request<{ points?: readonly MapPoint[]; computing?: boolean; progress?: number }>(
      "GET",
      withQuery("/api/map", { run }),
    ),
  tag: (body: TagRequest) =>
    request<{ entities: readonly (Entity & { score: number; text: string })[] }>("POST", "/api/tag", body),
};

export interface Undone {
  readonly action: string;
  readonly items?: readonly Suggestion[];
  readonly sentence?: number;
}
