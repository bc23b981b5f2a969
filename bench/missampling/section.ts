import type { ExpectationCheck } from "../../src/bench/report/check-expectations.ts";
import { missedAims } from "../../src/bench/report/markdown.ts";
import { markdownTable } from "../../src/bench/report/markdown-table.ts";
import type { SamplerChart } from "./charts.ts";
import { measured, type SamplerSummary } from "./summary.ts";
import { defaultSampler, UNIFORM, type Variant } from "./variants.ts";

/** The comparison of samplers as a part of docs/results.md. Every number in it comes from the runs. */
export function missamplingSection(
  variants: readonly Variant[],
  samplers: readonly SamplerSummary[],
  charts: readonly Pick<SamplerChart, "file" | "heading" | "caption">[],
): string {
  const { mask, epochs } = variants[0]!.run;
  const head = [
    `${samplers.length} of ${variants.length} samplers: \`cnn\`, p = ${mask}, ${epochs} epochs, seed ${variants[0]!.run.seed}.`,
  ].join("\n");
  if (samplers.length === 0) return head;
  return [
    head,
    summaryTable(samplers),
    ...charts.map(({ file, heading, caption }) => `![${heading} by epoch](${file})\n\n${caption}`),
    "Missampled in each epoch, in percent:",
    epochTable(samplers),
    missedAims(samplerChecks(variants, samplers)),
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** How many times fewer hidden entities a sampler draws than the uniform one. */
export function timesFewer(samplers: readonly SamplerSummary[], own: SamplerSummary): number | undefined {
  const uniform = samplers.find(({ title }) => title === UNIFORM);
  return uniform === undefined ? undefined : uniform.missampling / own.missampling;
}

function summaryTable(samplers: readonly SamplerSummary[]): string {
  return markdownTable(
    ["sampler", "missampled", "uniform ÷ this", "last epoch", "entropy drawn", "denied", "dev F1", "test F1"],
    samplers.map((one) => [
      one.title,
      `${one.missampling.toFixed(3)} %`,
      times(timesFewer(samplers, one)),
      `${one.lastMissampling.toFixed(3)} %`,
      one.drawnEntropy.toFixed(4),
      `${(100 * one.hiddenNonEntity).toFixed(1)} %`,
      one.devF1.toFixed(2),
      one.testF1.toFixed(2),
    ]),
  );
}

function epochTable(samplers: readonly SamplerSummary[]): string {
  const longest = Math.max(...samplers.map(({ result }) => result.perEpoch.length));
  const epochs = Array.from({ length: longest }, (_, i) => i);
  return markdownTable(
    ["sampler", ...epochs.map((i) => String(i + 1))],
    samplers.map(({ title, result }) => [
      title,
      ...epochs.map((i) => {
        const epoch = result.perEpoch[i];
        return epoch === undefined ? "" : (100 * measured(epoch.diagnostics, "missampling")).toFixed(3);
      }),
    ]),
  );
}

function samplerChecks(
  variants: readonly Variant[],
  samplers: readonly SamplerSummary[],
): ExpectationCheck[] {
  const { shape, power } = defaultSampler();
  // The variant of a shape that names no exponent has the default one.
  const chosen = variants.find(({ title }) => title === shape);
  const own = samplers.find(({ name }) => name === chosen?.run.name);
  const uniform = samplers.find(({ title }) => title === UNIFORM);
  const fewer = own && timesFewer(samplers, own);
  const gain = own && uniform && own.testF1 - uniform.testF1;
  const claim = `the default, \`${shape}\` with μ = ${power}`;
  const atLeast = (what: string, wanted: string, isEnough: (ratio: number) => boolean): ExpectationCheck => ({
    claim: `${claim}: ${what}`,
    wanted,
    measured: fewer === undefined ? undefined : times(fewer),
    isMet: fewer === undefined ? undefined : isEnough(fewer),
  });
  return [
    atLeast("fewer missampled than with uniform", "> 1 ×", (ratio) => ratio > 1),
    atLeast("fewer missampled than with uniform", "≥ 10 ×", (ratio) => ratio >= 10),
    {
      claim: `${claim}: test F1 over uniform`,
      wanted: "≥ 0.00",
      measured: gain === undefined ? undefined : `${gain < 0 ? "−" : "+"}${Math.abs(gain).toFixed(2)}`,
      isMet: gain === undefined ? undefined : gain >= 0,
    },
  ];
}

function times(value: number | undefined): string {
  if (value === undefined) return "";
  return Number.isFinite(value) ? `${value.toFixed(1)} ×` : "none missampled";
}
