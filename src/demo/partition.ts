import type { Random } from "../random.ts";
import { ambiguousSurfaces } from "./ambiguous-surfaces.ts";
import { type DemoName, demoNames } from "./demo-names.ts";
import { type DemoTemplate, demoTemplates } from "./demo-templates.ts";
import { nameFamilies } from "./name-families.ts";

/** What one split of the demo corpus is made from, and no other split is. */
export interface Share {
  readonly names: readonly DemoName[];
  readonly templates: readonly DemoTemplate[];
}

export const splits = ["train", "dev", "test"] as const;
export type Split = (typeof splits)[number];

const portions: Readonly<Record<Split, number>> = { train: 0.6, dev: 0.2, test: 0.2 };

/** Deals names and templates to train, dev and test so that nothing is in two of them. */
export function partition(random: Random): Readonly<Record<Split, Share>> {
  const names = dealNames(random);
  const templates = dealTemplates(random);
  const share = (split: Split): Share => ({ names: names[split], templates: templates[split] });
  return { train: share("train"), dev: share("dev"), test: share("test") };
}

/**
 * Each family of names goes to the split that lacks most of what the family has, so that every split gets its
 * portion of every kind, of nested names and of ambiguous ones, although families are dealt whole.
 */
function dealNames(random: Random): Record<Split, DemoName[]> {
  const dealt: Record<Split, DemoName[]> = { train: [], dev: [], test: [] };
  const total = new Map<string, number>();
  for (const name of demoNames) for (const trait of traits(name)) add(total, trait);
  const held: Record<Split, Map<string, number>> = { train: new Map(), dev: new Map(), test: new Map() };
  for (const family of random.shuffled(nameFamilies)) {
    const wanted = family.flatMap(traits);
    const lack = (split: Split) =>
      wanted.reduce((sum, trait) => {
        return sum + 1 - (held[split].get(trait) ?? 0) / (portions[split] * (total.get(trait) ?? 0));
      }, 0);
    const split = splits.reduce((best, other) => (lack(other) > lack(best) ? other : best));
    dealt[split].push(...family);
    for (const trait of wanted) add(held[split], trait);
  }
  return dealt;
}

function traits(name: DemoName): string[] {
  const found = [name.kind];
  if (name.inner.length > 0) found.push(`nested ${name.label}`);
  if (ambiguousSurfaces.has(name.surface.toLowerCase())) found.push(`ambiguous ${name.label}`);
  return found;
}

/** Each theme is dealt by itself, so that no split goes without one. */
function dealTemplates(random: Random): Record<Split, DemoTemplate[]> {
  const dealt: Record<Split, DemoTemplate[]> = { train: [], dev: [], test: [] };
  for (const theme of new Set(demoTemplates.map((template) => template.theme))) {
    const shuffled = random.shuffled(demoTemplates.filter((template) => template.theme === theme));
    const dev = Math.round(shuffled.length * portions.dev);
    const test = Math.round(shuffled.length * portions.test);
    dealt.dev.push(...shuffled.slice(0, dev));
    dealt.test.push(...shuffled.slice(dev, dev + test));
    dealt.train.push(...shuffled.slice(dev + test));
  }
  return dealt;
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
