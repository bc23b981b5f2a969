export { type AuditConfig, DEFAULT_AUDIT_METHOD, DEFAULT_FOLDS, parseAuditConfig } from "./config.ts";
export { readAuditData } from "./data.ts";
export type { AuditEvent, AuditFinished, AuditStarted } from "./event.ts";
export { auditFiles, foldFolder, wholeFolder } from "./folder.ts";
export { readSummary } from "./read-summary.ts";
export { type RunAuditOptions, runAudit } from "./run-audit.ts";
export { readSavedAudit } from "./saved-audit.ts";
export {
  type Accepted,
  type AcceptOptions,
  type Applied,
  acceptSuggestions,
  applySuggestions,
  checkWords,
} from "./suggest/apply-suggestions.ts";
export type {
  Evidence,
  MissedSuggestion,
  Neighbour,
  Suggestion,
  WrongSuggestion,
} from "./suggest/suggestion.ts";
export { type AppliedSuggestion, readSuggestions, writeSuggestions } from "./suggest/suggestions-file.ts";
export type { AuditCheck, AuditSummary, Estimate, Interval, TypeEstimate } from "./summary.ts";
