export {
  type Accepted,
  type AcceptOptions,
  type Applied,
  acceptSuggestions,
  applySuggestions,
  checkWords,
} from "./apply-suggestions.ts";
export { type AuditConfig, DEFAULT_FOLDS, parseAuditConfig } from "./audit-config.ts";
export type { AuditEvent } from "./audit-event.ts";
export { auditFiles } from "./audit-folder.ts";
export type { AuditCheck, AuditSummary, Estimate, Interval, TypeEstimate } from "./audit-summary.ts";
export { type RunAuditOptions, runAudit } from "./run-audit.ts";
export { readSavedAudit } from "./saved-audit.ts";
export type { Evidence, MissedSuggestion, Neighbour, Suggestion, WrongSuggestion } from "./suggestion.ts";
export { type AppliedSuggestion, readSuggestions, writeSuggestions } from "./suggestions-file.ts";
