import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { contenders } from "./contenders.ts";
import { syntheticText } from "./synthetic-text.ts";

/** What one contender did with one dictionary and one text. */
export interface Measurement {
  readonly buildSeconds: number;
  readonly matchSeconds: number;
  /** Size of the text. */
  readonly megabytes: number;
  readonly hits: number;
  /** Heap and buffers after a collection, less those before the build. */
  readonly retainedMegabytes: number;
  /** Growth of the process after the build and a collection, and at its highest. */
  readonly rssMegabytes: number;
  readonly peakRssMegabytes: number;
}

const TEXT_BYTES = 20_000_000;
const SIZES = [100_000, 300_000, 1_000_000] as const;
const MILLION = SIZES[2];
/** A package that needs longer or more memory than this is compared with fewer phrases. */
const LIMIT = { seconds: 75, heapMegabytes: 6_000 };

/** Measures a contender with a number of phrases, or says why it cannot be done. */
type Measure = (name: string, size: number) => Measurement | string;

/**
 * Builds and matches a million phrases over 20 MB of text, ours and each npm package, every one in a process of
 * its own on the same files. Prints a table; a package that cannot hold a million is compared at the largest
 * size it can.
 */
export function benchDictionary(): void {
  const folder = mkdtempSync(join(tmpdir(), "lacuna-bench-"));
  try {
    const { phrases, lines } = syntheticText(MILLION, TEXT_BYTES, 1);
    const text = join(folder, "text.txt");
    writeFileSync(text, `${lines.join("\n")}\n`);
    const rows = phrases.map((phrase) => `${phrase}\tNAME\n`);
    for (const size of SIZES) writeFileSync(join(folder, `${size}.tsv`), rows.slice(0, size).join(""));

    console.log(
      `dictionary: phrases of 1–4 words over ${(TEXT_BYTES / 1e6).toFixed(0)} MB of synthetic text`,
    );
    console.log(
      "contender                      phrases  build s  entries/s  held MB  RSS +MB  peak +MB  match MB/s     hits",
    );
    const measure: Measure = (name, size) => {
      const measured = inOwnProcess(name, join(folder, `${size}.tsv`), text);
      print(name, size, measured);
      return measured;
    };
    for (const line of compare(measure)) console.log(line);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// Measures everyone and returns the lines that say how ours compares with the best package at each size.
function compare(measure: Measure): string[] {
  const isOurs = (name: string) => name.startsWith("lacuna");
  const lines: string[] = [];
  const ours = new Map<number, Measurement>();
  for (const size of SIZES) {
    const measured = measure(contenders[0]!.name, size);
    if (typeof measured === "string") throw new Error(`our own dictionary ${measured}`);
    ours.set(size, measured);
  }
  measure(contenders[1]!.name, MILLION);

  const rivals: { name: string; size: number; times: number }[] = [];
  for (const { name } of contenders.filter((contender) => !isOurs(contender.name))) {
    for (const [size, measured] of measurePackage(name, measure)) {
      const mine = ours.get(size)!;
      const times = measured.matchSeconds / mine.matchSeconds;
      rivals.push({ name, size, times });
      const hits =
        measured.hits === mine.hits ? "same hits" : `DIFFERENT: ${measured.hits} hits, ours ${mine.hits}`;
      lines.push(`${size} phrases: ours matches ${times.toFixed(1)}× as fast as ${name} (${hits})`);
    }
  }
  // The best package is the fastest of those that hold the most phrases.
  const [best] = rivals.sort((a, b) => b.size - a.size || a.times - b.times);
  if (best !== undefined) {
    const { times, name, size } = best;
    lines.push(`match rate: ${times.toFixed(1)}× the best package (${name}, ${size} phrases; aim ≥ 3×)`);
  }
  const million = ours.get(MILLION)!;
  const megabytes = Math.max(million.rssMegabytes, million.retainedMegabytes);
  lines.push(
    `${MILLION} phrases: built in ${million.buildSeconds.toFixed(2)} s (aim < 5 s), ` +
      `${megabytes.toFixed(0)} MB (aim < 300 MB), ${million.peakRssMegabytes.toFixed(0)} MB at the peak`,
  );
  return lines;
}

// The smallest size, then the largest that the limit allows if time grows no faster than the number of phrases.
function measurePackage(name: string, measure: Measure): Map<number, Measurement> {
  const results = new Map<number, Measurement>();
  const [smallest, ...larger] = SIZES;
  const first = measure(name, smallest);
  if (typeof first === "string") return results;
  results.set(smallest, first);
  for (const size of larger.reverse()) {
    const expected = (first.buildSeconds * size) / smallest + first.matchSeconds;
    if (expected > LIMIT.seconds) {
      print(name, size, `not tried: would take ${expected.toFixed(0)} s, the limit is ${LIMIT.seconds} s`);
      continue;
    }
    const measured = measure(name, size);
    if (typeof measured === "string") continue;
    results.set(size, measured);
    break;
  }
  return results;
}

function inOwnProcess(name: string, phrases: string, text: string): Measurement | string {
  const script = fileURLToPath(new URL("./run-contender.js", import.meta.url));
  const heap = `--max-old-space-size=${LIMIT.heapMegabytes}`;
  const child = spawnSync(process.execPath, ["--expose-gc", heap, script, name, phrases, text], {
    encoding: "utf8",
    timeout: LIMIT.seconds * 1000,
    maxBuffer: 1 << 26,
  });
  if (child.status === 0) return JSON.parse(child.stdout) as Measurement;
  if (child.error !== undefined && "code" in child.error && child.error.code === "ETIMEDOUT") {
    return `took more than ${LIMIT.seconds} s`;
  }
  if (child.stderr.includes("heap out of memory")) return `needs more than ${LIMIT.heapMegabytes} MB of heap`;
  const reason = child.stderr.split("\n").find((line) => /Error/.test(line));
  return `failed: ${reason?.trim() ?? `status ${child.status}, signal ${child.signal}`}`;
}

function print(name: string, size: number, measured: Measurement | string): void {
  const head = `${name.padEnd(28)} ${String(size).padStart(9)}`;
  if (typeof measured === "string") {
    console.log(`${head}  ${measured}`);
    return;
  }
  const { buildSeconds, matchSeconds, megabytes, hits } = measured;
  const cells = [
    buildSeconds.toFixed(2).padStart(7),
    String(Math.round(size / buildSeconds)).padStart(9),
    measured.retainedMegabytes.toFixed(0).padStart(7),
    measured.rssMegabytes.toFixed(0).padStart(7),
    measured.peakRssMegabytes.toFixed(0).padStart(8),
    (megabytes / matchSeconds).toFixed(1).padStart(10),
    String(hits).padStart(8),
  ];
  console.log(`${head}  ${cells.join("  ")}`);
}
