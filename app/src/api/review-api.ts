import type {
  BatchAnswer,
  BatchRequest,
  DecisionAnswer,
  DecisionRequest,
  EntityAnswer,
  EntityRequest,
  HistoryPage,
  MapAnswer,
  RetrainAnswer,
  RetrainRequest,
  ReviewState,
  Run,
  RunComparison,
  RunDetails,
  SentenceView,
  SuggestionFilter,
  SuggestionItem,
  SuggestionPage,
  TagAnswer,
  TagRequest,
  UndoAnswer,
} from "../../../src/review/api.ts";
import { request, withQuery } from "./request.ts";

/** Every request that the app makes to its server. */
export const reviewApi = {
  state: () => request<ReviewState>("GET", "/api/state"),
  suggestions: (filter: SuggestionFilter, from: number, count: number) =>
    request<SuggestionPage>("GET", withQuery("/api/suggestions", { ...filter, from, count })),
  suggestion: (id: number) => request<SuggestionItem>("GET", `/api/suggestions/${id}`),
  sentence: (n: number) => request<SentenceView>("GET", `/api/sentences/${n}`),
  decide: (decision: DecisionRequest) => request<DecisionAnswer>("POST", "/api/decisions", decision),
  decideAll: (batch: BatchRequest) => request<BatchAnswer>("POST", "/api/decisions/batch", batch),
  undo: (who: string) => request<UndoAnswer>("POST", "/api/undo", { who }),
  addEntity: (entity: EntityRequest) => request<EntityAnswer>("POST", "/api/entities", entity),
  removeEntity: (entity: EntityRequest) => request<EntityAnswer>("DELETE", "/api/entities", entity),
  history: (from: number, count: number) =>
    request<HistoryPage>("GET", withQuery("/api/history", { from, count })),
  runs: () => request<{ runs: readonly Run[] }>("GET", "/api/runs"),
  run: (id: number) => request<RunDetails>("GET", `/api/runs/${id}`),
  retrain: (options: RetrainRequest) => request<RetrainAnswer>("POST", "/api/retrain", options),
  stop: (id: number) => request<{ run: Run }>("POST", `/api/runs/${id}/stop`, {}),
  compare: (a: number, b: number) => request<RunComparison>("GET", withQuery("/api/runs/compare", { a, b })),
  map: (run?: number) => request<MapAnswer>("GET", withQuery("/api/map", { run })),
  tag: (body: TagRequest) => request<TagAnswer>("POST", "/api/tag", body),
};

export type ReviewApi = typeof reviewApi;
