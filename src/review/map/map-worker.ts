import { parentPort, workerData } from "node:worker_threads";
import { UserError } from "../../errors.ts";
import { computeMap, type Places } from "./compute-map.ts";
import type { SpanList } from "./span-vectors.ts";

/** The input of the thread. */
export interface MapWork {
  readonly model: string;
  readonly list: SpanList;
}

/** Its messages. */
export type MapMessage =
  | { readonly kind: "progress"; readonly done: number }
  | { readonly kind: "places"; readonly places: Places }
  | { readonly kind: "mistake"; readonly message: string; readonly hint?: string };

const tell = (message: MapMessage) => parentPort!.postMessage(message);

const { model, list } = workerData as MapWork;
try {
  const places = await computeMap(model, list, (done) => tell({ kind: "progress", done }));
  tell({ kind: "places", places });
} catch (error) {
  // Errors lose their class between threads.
  if (!(error instanceof UserError)) throw error;
  const { message, hint } = error;
  tell({ kind: "mistake", message, ...(hint !== undefined && { hint }) });
}
