import type { Filter } from "../../api/review-api.ts";
import type { Status } from "../../api/suggestion.ts";

/** What is listed when the page is opened: what is still to be done, the surest first. */
export const firstFilter: Filter = { status: "open", type: "", kind: "", q: "", sort: "probability" };

/** Whether a suggestion stays in the list when it gets another status. */
export function keeps(filter: Filter, status: Status): boolean {
  return filter.status === "all" || filter.status === status;
}
