import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { messageOf, UserError } from "../../src/errors.ts";
import { Random } from "../../src/random.ts";
import { corpusTargets } from "./corpus-targets.ts";
import { type Files, mutate, swell } from "./mutate.ts";
import { otherTargets } from "./other-targets.ts";
import { reviewTargets } from "./review-targets.ts";
import type { Target } from "./target.ts";

/** What came of an input. */
export type Outcome =
  | { readonly kind: "read" | "refused" }
  /** `what` is the same for the same fault. */
  | { readonly kind: "failed"; readonly what: string; readonly stack: string };

export async function allTargets(): Promise<Target[]> {
  return [...(await corpusTargets()), ...(await otherTargets()), ...(await reviewTargets())];
}

/** The input of this number: always the same one for a seed. */
export function inputOf(target: Target, seed: number, index: number): { files: Files; random: Random } {
  const random = new Random(seed * 0x1000_0000 + index);
  const chosen = target.seeds[random.below(target.seeds.length)]!;
  const changed = mutate(chosen, random);
  return { files: target.wrap?.(changed, random) ?? changed, random };
}

/** As `inputOf`, with about `size` bytes more: for the same number the same slice is repeated. */
export function swollenInput(target: Target, seed: number, index: number, size: number) {
  const random = new Random(seed * 0x1000_0000 + index);
  const chosen = target.seeds[random.below(target.seeds.length)]!;
  const changed = swell(chosen, size, random);
  return { files: target.wrap?.(changed, random) ?? changed, random };
}

/** Puts an input into a folder. */
export function save(folder: string, files: Files): void {
  for (const [name, bytes] of files) {
    const path = join(folder, name);
    if (name.includes("/")) mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
}

/** Reads an input, and says whether that went as it should. */
export async function attempt(
  target: Target,
  folder: string,
  { files, random }: { readonly files: Files; readonly random: Random },
): Promise<Outcome> {
  save(folder, files);
  try {
    const lost = await target.read(folder, files, random);
    if (lost === undefined) return { kind: "read" };
    return { kind: "failed", what: "silent loss", stack: lost };
  } catch (error) {
    if (error instanceof UserError) return { kind: "refused" };
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const place = /\n\s+at (.*)/.exec(stack)?.[1] ?? "";
    const name = error instanceof Error ? error.name : "thrown";
    return { kind: "failed", what: `${name}: ${messageOf(error).slice(0, 60)} ${place}`, stack };
  }
}
