// One contender in a process of its own: `run-contender NAME PHRASES TEXT`; prints its measurements as JSON.
import { readFileSync } from "node:fs";
import { contenders } from "./contenders.ts";
import type { Measurement } from "./dictionary.ts";

const [name, phraseFile, textFile] = process.argv.slice(2) as [string, string, string];
const contender = contenders.find((candidate) => candidate.name === name)!;
const lines = readFileSync(textFile, "utf8").trimEnd().split("\n");
// Touch every character once, so that no contender pays for turning slices into flat strings.
let bytes = 0;
for (const line of lines) bytes += Buffer.byteLength(line) + 1;

const before = memory();
const started = performance.now();
let reading = 0;
const count = await contender.build(phraseFile, () => {
  const from = performance.now();
  const phrases = readFileSync(phraseFile, "utf8").trimEnd().split("\n");
  reading = performance.now() - from;
  return phrases.map((line) => line.slice(0, line.indexOf("\t")));
});
const buildSeconds = (performance.now() - started - reading) / 1000;
const peakRss = process.resourceUsage().maxRSS / 1024;
const after = memory();

// Twice unless it takes long, and the better time counts: on a shared machine a single pass says little.
let hits = 0;
let matchSeconds = Number.POSITIVE_INFINITY;
for (let pass = 0; pass < 2 && !(matchSeconds > 10 && pass > 0); pass++) {
  hits = 0;
  const matching = performance.now();
  for (const line of lines) hits += count(line);
  matchSeconds = Math.min(matchSeconds, (performance.now() - matching) / 1000);
}

const measured: Measurement = {
  buildSeconds,
  matchSeconds,
  megabytes: bytes / 1e6,
  hits,
  retainedMegabytes: after.used - before.used,
  rssMegabytes: after.rss - before.rss,
  peakRssMegabytes: peakRss - before.rss,
};
console.log(JSON.stringify(measured));

function memory(): { used: number; rss: number } {
  globalThis.gc?.();
  globalThis.gc?.();
  // `external` contains the array buffers.
  const { heapUsed, external, rss } = process.memoryUsage();
  return { used: (heapUsed + external) / 1e6, rss: rss / 1e6 };
}
