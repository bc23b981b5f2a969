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
const SIZES = [1_000_000, 300_000, 100_000] as const;
/** A package that needs longer or more memory than this is tried with fewer phrases. */
const LIMIT = { seconds: 90, heapMegabytes: 6_000 };

/**
 * Builds and matches a million phrases over 20 MB of text, ours and each npm package, every one in a process of
 * its own on the same files. Prints a table; a package that cannot hold a million is compared at its largest size.
 */
export function benchDictionary(): void {
  const folder = mkdtempSync(join(tmpdir(), "lacuna-bench-"));
  try {
    const { phrases, lines } = syntheticText(SIZES[0], TEXT_BYTES, 1);
    const text = join(folder, "text.txt");
    writeFileSync(text, `${lines.join("\n")}\n`);
    console.log(
      `dictionary: phrases of 1–4 words over ${(TEXT_BYTES / 1e6).toFixed(0)} MB of synthetic text`,
    );
    console.log(
      "contender                      phrases  build s  entries/s  held MB  RSS +MB  peak +MB  match MB/s     hits",
    );
    const files = SIZES.map((size) => {
      const file = join(folder, `phrases-${size}.tsv`);
      writeFileSync(
        file,
        phrases
          .slice(0, size)
          .map((phrase) => `${phrase}\tNAME\n`)
          .join(""),
      );
      return { size, file };
    });
    const results = new Map<string, Measurement>();
    const sizesUsed = new Set<number>([SIZES[0]]);
    for (const { name } of contenders) {
      for (const { size, file } of files) {
        const measured = measure(name, file, text);
        print(name, size, measured);
        if (typeof measured === "string") continue;
        results.set(`${name} ${size}`, measured);
        sizesUsed.add(size);
        break;
      }
    }
    compare(results, sizesUsed, files, text);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// Says how ours compares with the best package at each size that was reached.
function compare(
  results: Map<string, Measurement>,
  sizes: ReadonlySet<number>,
  files: readonly { size: number; file: string }[],
  text: string,
): void {
  const rivals = contenders.filter(({ name }) => !name.startsWith("lacuna"));
  const ours = contenders[0]!.name;
  for (const { size, file } of files) {
    if (!sizes.has(size)) continue;
    if (!results.has(`${ours} ${size}`)) {
      const measured = measure(ours, file, text);
      print(ours, size, measured);
      if (typeof measured === "string") continue;
      results.set(`${ours} ${size}`, measured);
    }
    const mine = results.get(`${ours} ${size}`)!;
    const measured = rivals.flatMap(({ name }) => {
      const found = results.get(`${name} ${size}`);
      return found === undefined ? [] : [{ name, ...found }];
    });
    for (const { name, hits } of measured) {
      if (hits !== mine.hits) console.log(`  ${name} found ${hits} hits, ours ${mine.hits}: NOT THE SAME`);
    }
    const best = measured.sort((a, b) => a.matchSeconds - b.matchSeconds)[0];
    if (best === undefined) {
      console.log(`${size} phrases: no package could hold them`);
      continue;
    }
    const times = best.matchSeconds / mine.matchSeconds;
    console.log(
      `${size} phrases, all hits: ours matches ${times.toFixed(1)}× as fast as the best package (${best.name}); aim ≥ 3×`,
    );
  }
  const million = results.get(`${ours} ${SIZES[0]}`);
  if (million === undefined) return;
  console.log(
    `${SIZES[0]} phrases: built in ${million.buildSeconds.toFixed(2)} s (aim < 5), ` +
      `${Math.max(million.rssMegabytes, million.retainedMegabytes).toFixed(0)} MB (aim < 300), peak ${million.peakRssMegabytes.toFixed(0)} MB`,
  );
}

function measure(name: string, phrases: string, text: string): Measurement | string {
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
