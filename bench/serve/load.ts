import { Pool } from "undici";

export interface LoadOptions {
  readonly clients: number;
  readonly seconds: number;
  /** One text a request, taken by turns. */
  readonly texts: readonly string[];
}

export interface LoadResult {
  readonly requests: number;
  /** Answers that were no success, and requests without an answer, by what they were. */
  readonly errors: ReadonlyMap<string, number>;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly slowest: number;
  /** Milliseconds of processor time that the server took for a request; a busy machine changes it less than the rest. */
  readonly cpu: number;
}

/** So many clients, each of which sends its next request as soon as it has the answer to the last. */
export async function load(address: string, { clients, seconds, texts }: LoadOptions): Promise<LoadResult> {
  const pool = new Pool(address, { connections: clients, pipelining: 1 });
  const bodies = texts.map((text) => JSON.stringify({ texts: [text] }));
  const latencies: number[] = [];
  const errors = new Map<string, number>();
  const failed = (what: string) => errors.set(what, (errors.get(what) ?? 0) + 1);
  const cpuBefore = await cpuSeconds(address);
  const began = performance.now();
  const end = began + 1000 * seconds;
  let next = 0;
  async function client(): Promise<void> {
    while (performance.now() < end) {
      const body = bodies[next++ % bodies.length]!;
      const sent = performance.now();
      try {
        const answer = await pool.request({
          path: "/v1/tag",
          method: "POST",
          headers: { "content-type": "application/json" },
          body,
        });
        const text = await answer.body.text();
        if (answer.statusCode !== 200) failed(String(answer.statusCode));
        else if (!text.startsWith('{"results":[{')) failed("not an answer");
        else latencies.push(performance.now() - sent);
      } catch (error) {
        failed((error as NodeJS.ErrnoException).code ?? String(error));
      }
    }
  }
  await Promise.all(Array.from({ length: clients }, client));
  const elapsed = (performance.now() - began) / 1000;
  await pool.close();
  const cpu = (await cpuSeconds(address)) - cpuBefore;
  latencies.sort((a, b) => a - b);
  const at = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(share * latencies.length))] ?? Number.NaN;
  return {
    requests: latencies.length,
    errors,
    perSecond: latencies.length / elapsed,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    slowest: at(1),
    cpu: (1000 * cpu) / latencies.length,
  };
}

/** Processor time of the server so far, by its own account. */
async function cpuSeconds(address: string): Promise<number> {
  const text = await (await fetch(`${address}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]);
}
