import { Worker } from "node:worker_threads";
import { UserError } from "../../errors.ts";
import type { ComputeMap, Places } from "./compute-map.ts";
import type { MapMessage, MapWork } from "./map-worker.ts";

/** Computes a map in a worker thread, so that the server stays responsive. */
export function mapThread(signal: AbortSignal): ComputeMap {
  return (model, list, onProgress) =>
    new Promise<Places>((resolve, reject) => {
      const work: MapWork = { model, list };
      const worker = new Worker(new URL("./map-worker.js", import.meta.url), { workerData: work });
      const stop = () => void worker.terminate();
      signal.addEventListener("abort", stop, { once: true });
      worker.on("message", (message: MapMessage) => {
        if (message.kind === "progress") onProgress(message.done);
        else if (message.kind === "places") resolve(message.places);
        else reject(new UserError(message.message, message.hint === undefined ? {} : { hint: message.hint }));
      });
      worker.on("error", reject);
      worker.on("exit", () => {
        signal.removeEventListener("abort", stop);
        reject(new Error("the thread of the map ended too early"));
      });
    });
}
