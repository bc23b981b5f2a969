import type { ExpectationCheck } from "../../src/bench/report/check-expectations.ts";
import { missedAims } from "../../src/bench/report/markdown.ts";
import { markdownTable } from "../../src/bench/report/markdown-table.ts";
import { meanText } from "../../src/bench/report/mean-and-sd.ts";
import type { SamplerChart } from "./charts.ts";
import { bounds, type UniformDraws } from "./draws.ts";
import type { SamplerSummary } from "./summary.ts";
import { defaultSampler, UNIFORM } from "./variants.ts";

interface SectionParts {
  /** How many of how many runs are done, and how they were run. */
  readonly head: string;
  readonly samplers: readonly SamplerSummary[];
  readonly draws: readonly UniformDraws[];
  readonly charts: readonly Pick<SamplerChart, "file" | "heading" | "caption">[];
}

/** The comparison of samplers as a part of docs/results.md. Every number in it comes from the runs. */
export function missamplingSection({ head, samplers, draws, charts }: SectionParts): string {
  return [
    "Uniform draws, which need no model: ten draws of all training sentences for each p. *Clean* is the share of sentences whose draws have no hidden entity, counted and by Eq. 6 of the paper.",
    drawsTable(draws),
    "What Eq. 11 and 13 say for λ = 0.35 and √n entities: clean draws at least, and the share of the true negatives that is drawn.",
    boundsTable(),
    ...(samplers.length === 0
      ? [head]
      : [
          head,
          summaryTable(samplers),
          ...charts.map(({ file, heading, caption }) => `![${heading}](${file})\n\n${caption}`),
          "Missampled in each epoch, in percent:",
          epochTable(samplers),
          missedAims(samplerChecks(samplers)),
        ]),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** How many times fewer hidden entities a sampler draws than the uniform one at the same p. */
export function timesFewer(samplers: readonly SamplerSummary[], own: SamplerSummary): number | undefined {
  const uniform = samplers.find(({ title, p }) => title === UNIFORM && p === own.p);
  return uniform === undefined ? undefined : uniform.missampling.mean / own.missampling.mean;
}

function drawsTable(draws: readonly UniformDraws[]): string {
  const pair = ([counted, expected]: readonly [number, number]) =>
    `${counted.toFixed(1)} %, ${expected.toFixed(1)} %`;
  return markdownTable(
    ["p", "missampled, all spans", "clean, Eq. 6", "missampled, up to the longest entity", "clean, Eq. 6"],
    draws.map(({ p, all, capped, clean }) => [
      String(p),
      `${meanText(all)} %`,
      pair(clean.all),
      `${meanText(capped)} %`,
      pair(clean.capped),
    ]),
  );
}

function boundsTable(): string {
  const percent = (value: number) => `${value.toFixed(1)} %`;
  return markdownTable(
    ["words", "Eq. 11", "up to 10 words", "drawn", "up to 10 words", "Eq. 13: at most"],
    bounds([10, 20, 40, 80], 10).map(({ words, clean, cleanCapped, drawn, drawnCapped, drawnBound }) => [
      String(words),
      percent(clean),
      percent(cleanCapped),
      percent(drawn),
      percent(drawnCapped),
      percent(drawnBound),
    ]),
  );
}

function summaryTable(samplers: readonly SamplerSummary[]): string {
  return markdownTable(
    [
      "p",
      "sampler",
      "missampled",
      "uniform ÷ this",
      "last epoch",
      "entropy drawn",
      "denied",
      "dev F1",
      "test F1",
    ],
    samplers.map((one) => [
      String(one.p),
      one.title,
      `${one.missampling.mean.toFixed(3)} %`,
      times(timesFewer(samplers, one)),
      `${one.lastMissampling.toFixed(3)} %`,
      one.drawnEntropy.toFixed(4),
      `${one.byEpoch.hiddenNonEntity.at(-1)!.toFixed(1)} %`,
      meanText(one.devF1),
      meanText(one.testF1),
    ]),
  );
}

function epochTable(samplers: readonly SamplerSummary[]): string {
  const longest = Math.max(...samplers.map(({ byEpoch }) => byEpoch.missampling.length));
  const epochs = Array.from({ length: longest }, (_, i) => i);
  return markdownTable(
    ["p", "sampler", ...epochs.map((i) => String(i + 1))],
    samplers.map(({ p, title, byEpoch }) => [
      String(p),
      title,
      ...epochs.map((i) => byEpoch.missampling[i]?.toFixed(3) ?? ""),
    ]),
  );
}

function samplerChecks(samplers: readonly SamplerSummary[]): ExpectationCheck[] {
  const { shape, power } = defaultSampler();
  return [...new Set(samplers.map(({ p }) => p))].flatMap((p): ExpectationCheck[] => {
    // The variant of a shape that names no exponent has the default one.
    const own = samplers.find((one) => one.p === p && one.title === shape);
    const uniform = samplers.find((one) => one.p === p && one.title === UNIFORM);
    const fewer = own && timesFewer(samplers, own);
    const gain = own && uniform && own.devF1.mean - uniform.devF1.mean;
    const claim = `p = ${p}, the default, \`${shape}\` with μ = ${power}`;
    return [
      {
        claim: `${claim}: fewer missampled than with uniform`,
        wanted: "> 1 ×",
        measured: fewer === undefined ? undefined : times(fewer),
        isMet: fewer === undefined ? undefined : fewer > 1,
      },
      {
        claim: `${claim}: dev F1 over uniform`,
        wanted: "≥ 0.00",
        measured: gain === undefined ? undefined : `${gain < 0 ? "−" : "+"}${Math.abs(gain).toFixed(2)}`,
        isMet: gain === undefined ? undefined : gain >= 0,
      },
    ];
  });
}

function times(value: number | undefined): string {
  if (value === undefined) return "";
  return Number.isFinite(value) ? `${value.toFixed(1)} ×` : "none missampled";
}
