import { existsSync } from "node:fs";
import type { AuditConfig } from "../../audit/index.ts";
import { isComplete, readCorpus } from "../../data/index.ts";
import type { runPlaces } from "./run-places.ts";

/**
 * What `lacuna audit` is told to audit the data of a run: as the audit under review was made. Where that used a given model,
 * new ones are trained all the same: the model of the run has learnt this very data, and what its labels miss.
 */
export async function auditArguments(
  { data, config, model }: Pick<ReturnType<typeof runPlaces>, "data" | "config" | "model">,
  audit: AuditConfig | undefined,
): Promise<string[]> {
  // If every sentence is complete, the file must be declared complete, or the audit would take it for unmarked data.
  let complete = true;
  for await (const { completeness } of readCorpus(data)) complete &&= isComplete(completeness);
  const file = complete ? `${data}:complete` : data;
  if (audit === undefined || !existsSync(config)) return ["--data", file, "--model", model];
  return [
    ...["--data", file, "--config", config, "--folds", String(audit.folds)],
    ...(audit.way === "fast" ? ["--fast"] : []),
    ...(audit.minutes === null ? [] : ["--minutes", String(audit.minutes)]),
  ];
}
