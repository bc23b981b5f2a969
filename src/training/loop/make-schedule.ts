import { constantSchedule, cosineSchedule, linearSchedule, type Schedule } from "../../graph/index.ts";
import type { ResolvedConfig } from "../config/resolve.ts";
/** The learning rate of a stage of so many steps, as a config has it. */
export function makeSchedule({ optimiser }: Pick<ResolvedConfig, "optimiser">, steps: number): Schedule {
  const warmup = Math.floor(optimiser.warmup * steps);
  if (optimiser.schedule === "constant") return constantSchedule(warmup);
  return (optimiser.schedule === "linear" ? linearSchedule : cosineSchedule)({ warmup, steps });
}
