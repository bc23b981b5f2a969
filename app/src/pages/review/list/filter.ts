import type { Status, SuggestionFilter } from "../../../../../src/review/api.ts";

/** What is listed when the page is opened: what is still to be done, the surest first. */
export const firstFilter: SuggestionFilter = {
  status: "open",
  type: "",
  kind: "",
  q: "",
  sort: "probability",
};

/** Whether a suggestion stays in the list when it gets another status. */
export function keeps(filter: SuggestionFilter, status: Status): boolean {
  return filter.status === "all" || filter.status === status;
}
