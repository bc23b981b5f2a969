import type { Server } from "../../http/index.ts";
import type { ReviewState } from "../api.ts";
import { standing } from "../decisions/decision-events.ts";
import type { RunContext } from "../runs/run-stages.ts";
import { type ReviewDatabase, readFact } from "../store/database.ts";
import { exportFormats } from "./export-route.ts";

interface StateRouteOptions {
  readonly context: RunContext;
  readonly user: string;
  readonly methods: readonly string[];
}

/** Adds what a window asks first: the data, the progress of the review, and what can be done. */
export function addStateRoute(server: Server, { context, user, methods }: StateRouteOptions): void {
  const { db, audit, scoredOn } = context;
  const own = audit?.train?.method;
  const { suggested } = db
    .prepare("SELECT count(*) AS suggested FROM suggestions WHERE suggested = 1")
    .get() as {
    suggested: number;
  };
  server.get(
    "/api/state",
    async (): Promise<ReviewState> => ({
      data: {
        name: readFact(db, "name")!,
        sentences: Number(readFact(db, "sentences")),
        labels: labelsOf(db),
      },
      ...standing(db),
      suggested,
      user,
      formats: exportFormats,
      methods: own === undefined ? methods : [own, ...methods.filter((name) => name !== own)],
      canRetrain: audit !== undefined,
      scoredOn: scoredOn?.name ?? null,
      edits: countEdits(db),
    }),
  );
}

/** The labels of the data, of suggestions, and of reviewers' edits. */
function labelsOf(db: ReviewDatabase): string[] {
  const brought = db
    .prepare("SELECT DISTINCT label FROM decisions UNION SELECT DISTINCT label FROM edits")
    .all() as {
    label: string;
  }[];
  const known = JSON.parse(readFact(db, "labels")!) as string[];
  return [...new Set([...known, ...brought.map(({ label }) => label)])].sort();
}

function countEdits(db: ReviewDatabase): ReviewState["edits"] {
  const edits = { added: 0, removed: 0 };
  const rows = db.prepare("SELECT status, count(*) AS count FROM edits GROUP BY status").all();
  for (const { status, count } of rows as { status: "added" | "removed"; count: number }[])
    edits[status] = count;
  return edits;
}
