import type { Status, SuggestionFilter } from "../../../../../src/review/api.ts";

/** The first filter: open suggestions, most probable first. */
export const firstFilter: SuggestionFilter = {
  status: "open",
  type: "",
  kind: "",
  q: "",
  sort: "probability",
};

/** Whether a suggestion with this status is in the list. */
export function keeps(filter: SuggestionFilter, status: Status): boolean {
  return filter.status === "all" || filter.status === status;
}
