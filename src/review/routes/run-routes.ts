import { z } from "zod";
import type { Server } from "../../http/index.ts";
import { HttpError } from "../../http/index.ts";
import type { TrainConfig } from "../../training/index.ts";
import type { RetrainAnswer, RetrainRequest, Run, RunComparison } from "../api.ts";
import { compareRuns } from "../runs/compare-runs.ts";
import { retrainConfig } from "../runs/retrain-config.ts";
import { runDetails } from "../runs/run-details.ts";
import type { RunQueue } from "../runs/run-queue.ts";
import type { RunContext } from "../runs/run-stages.ts";
import { listRuns, publicRun } from "../runs/run-table.ts";

interface RunRoutesOptions {
  readonly context: RunContext;
  readonly queue: RunQueue;
  readonly user: string;
  /** Dev sentences. Default: those of the audit. */
  readonly dev?: string | undefined;
}

const number = z.coerce.number().int().positive();
const byNumber = z.object({ id: number });

/** Adds the routes of runs: retraining with the decisions applied, and comparing the results. */
export function addRunRoutes(server: Server, { context, queue, user, dev }: RunRoutesOptions): void {
  const { db } = context;
  let isBeginning = false;

  const body = z.strictObject({
    method: z.string().max(64).optional(),
    epochs: z.int().min(1).max(10_000).optional(),
    reaudit: z.boolean().default(false),
    baseline: z.boolean().default(true),
    who: z.string().min(1).max(64).optional(),
  }) satisfies z.ZodType<RetrainRequest, RetrainRequest>;
  // Writing a large corpus may take longer than the usual deadline.
  server.post(
    "/api/retrain",
    { config: { deadline: 600_000 }, schema: { body } },
    async (request): Promise<RetrainAnswer> => {
      const { method, epochs, reaudit, baseline, who = user } = request.body;
      if (context.audit === undefined) {
        throw new HttpError(409, "no-config", "the training config of this audit is unknown", {
          hint: "audit-config.json is missing from its folder",
        });
      }
      if (queue.isBusy || isBeginning) {
        throw new HttpError(409, "busy", "another run is under way", {
          hint: "wait until it ends, or stop it",
        });
      }
      isBeginning = true;
      try {
        const config = await retrainConfig(context.audit, { method, epochs, dev });
        const before =
          baseline && context.scoredOn !== null && !hasBaseline(config)
            ? await queue.add({ kind: "before", config, who, reaudit: false })
            : undefined;
        const run = await queue.add({ kind: "reviewed", config, who, reaudit });
        return { run, ...(before !== undefined && { baseline: before }) };
      } finally {
        isBeginning = false;
      }
    },
  );

  /** Whether there is a fair baseline: a run of the same config without the decisions, or a given model. */
  function hasBaseline(config: TrainConfig): boolean {
    return listRuns(db).some(
      ([, run]) =>
        run.status === "done" &&
        (run.kind === "given" ||
          (run.kind === "before" && JSON.stringify(run.config) === JSON.stringify(config))),
    );
  }

  server.get(
    "/api/runs",
    async (): Promise<{ runs: Run[] }> => ({ runs: listRuns(db).map(([id, run]) => publicRun(id, run)) }),
  );

  const pair = z.strictObject({ a: number, b: number });
  // Scores never change, and thousands of shuffles take a while.
  const compared = new Map<string, RunComparison>();
  server.get("/api/runs/compare", { schema: { querystring: pair } }, async ({ query: { a, b } }) => {
    const key = `${a} ${b}`;
    const found = compared.get(key) ?? compareRuns(db, a, b);
    compared.set(key, found);
    return found;
  });

  server.get("/api/runs/:id", { schema: { params: byNumber } }, async ({ params: { id } }) =>
    runDetails(context, id),
  );

  server.post("/api/runs/:id/stop", { schema: { params: byNumber } }, async ({ params: { id } }) => ({
    run: queue.stop(id),
  }));

  server.post("/api/runs/:id/resume", { schema: { params: byNumber } }, async ({ params: { id } }) => ({
    run: queue.resume(id),
  }));
}
