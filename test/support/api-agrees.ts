import type { HistoryEntry } from "../../app/src/api/history-entry.ts";
import type { DecisionEvent } from "../../app/src/api/live-events.ts";
import type { MapPoint } from "../../app/src/api/map-point.ts";
import type { ReviewState } from "../../app/src/api/review-state.ts";
import type { Comparison, Run, RunDetails, RunProgress } from "../../app/src/api/run.ts";
import type { SentenceView } from "../../app/src/api/sentence-view.ts";
import type { Suggestion } from "../../app/src/api/suggestion.ts";
import type * as server from "../../src/review/api.ts";

type Agrees<Server extends App, App> = [Server, App];

/** Does not compile if the server answers what the app does not understand. */
export type ApiAgrees = [
  Agrees<server.ReviewState, ReviewState>,
  Agrees<server.SuggestionItem, Suggestion>,
  Agrees<server.SentenceView, SentenceView>,
  Agrees<server.DecisionEvent, DecisionEvent>,
  Agrees<server.HistoryEntry, HistoryEntry>,
  Agrees<server.Run, Run>,
  Agrees<server.RunDetails, RunDetails>,
  Agrees<server.RunProgress, RunProgress>,
  Agrees<server.RunComparison, Comparison>,
  Agrees<server.MapPoint, MapPoint>,
];
