import { assignSplits, isComplete, type Sentence, splitGroup } from "../../data/index.ts";
import { UserError, type Warning } from "../../errors.ts";
import { counted, formatNumber } from "../../format.ts";
import { Random } from "../../random.ts";

/** How many training sentences are to be set aside as dev sentences: a share of them, or so many. */
type DevAmount = { readonly share: number } | { readonly sentences: number };

/** Reads `10%` or `200`; undefined for the name of a file. A file of such a name is `./200`. */
export function parseDevAmount(dev: string): DevAmount | undefined {
  const [, number, sign] = /^\s*(\d+(?:\.\d+)?)\s*(%?)\s*$/.exec(dev) ?? [];
  if (number === undefined) return undefined;
  const value = Number(number);
  if (sign === "%" ? value > 0 && value < 100 : Number.isInteger(value) && value > 0) {
    return sign === "%" ? { share: value / 100 } : { sentences: value };
  }
  throw new UserError(`cannot set aside "${dev}" of the training sentences`, {
    hint: 'say a share such as 10%, a number of sentences such as 200, or name a file ("./200" for one of that name)',
  });
}

interface SplitData {
  readonly train: readonly Sentence[];
  readonly dev: readonly Sentence[];
  /** What was done, for the user. */
  readonly notice: string;
}

/**
 * Sets dev sentences aside, drawn by the seed: the same sentences, amount and seed give the same. Complete sentences serve if
 * there are any, for only they tell a false alarm; documents stay whole, for their sentences share names.
 */
export function splitOffDev(
  sentences: readonly Sentence[],
  amount: DevAmount,
  seed: number,
  given: string,
): SplitData {
  const groups = sentences.map(splitGroup);
  const partial = new Set(groups.filter((_, i) => !isComplete(sentences[i]!.completeness)));
  const hasComplete = groups.some((group) => !partial.has(group));
  const sizes = new Map<string, number>();
  for (const group of groups) {
    if (!hasComplete || !partial.has(group)) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  }
  const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const share = "share" in amount ? amount.share : amount.sentences / all;
  const kind = hasComplete ? "complete training sentences" : "training sentences";
  if (share >= 1) {
    throw new UserError(`--dev ${given} would set aside all ${formatNumber(all)} ${kind}`, {
      hint: "set aside fewer, such as --dev 10%",
    });
  }
  const split = assignSplits(
    sizes,
    [
      { name: "train", share: 1 - share },
      { name: "dev", share },
    ],
    new Random(seed).fork("dev"),
  );
  const isDev = groups.map((group) => split.get(group) === "dev");
  const dev = sentences.filter((_, i) => isDev[i]);
  const train = sentences.filter((_, i) => !isDev[i]);
  if (dev.length === 0) {
    throw new UserError(
      `--dev ${given} sets no sentence aside: there are ${formatNumber(all)} ${kind} in ${counted(sizes.size, "document")}, which stay whole`,
      { hint: "set aside more, or name a dev file" },
    );
  }
  const documents = sizes.size < all ? ", whole documents" : "";
  return {
    train,
    dev,
    notice: `dev: ${formatNumber(dev.length)} of ${formatNumber(all)} ${kind} are set aside (${given}${documents}, drawn by seed ${seed}); ${formatNumber(train.length)} are left to train on`,
  };
}

/** What dev sentences that are partial cannot tell; nothing where all are complete. */
export function* partialDev(dev: readonly Sentence[]): Generator<Warning> {
  const complete = dev.filter(({ completeness }) => isComplete(completeness)).length;
  if (complete === dev.length || dev.length === 0) return;
  const which =
    complete === 0
      ? "no dev sentence is completely labelled"
      : `${formatNumber(dev.length - complete)} of ${formatNumber(dev.length)} dev sentences are not completely labelled`;
  yield {
    message: `${which}: what is found on unlabelled words there counts as neither right nor wrong, so dev precision is too high, and scores of an epoch that finds too much look good`,
    advice: ["label about 200 sentences completely and give them with --dev FILE:complete"],
  };
}

/** What dev sentences would be worth, for a run that has none. */
export function devAdvice(train: readonly Sentence[]): string {
  const own = train.some(({ completeness }) => isComplete(completeness))
    ? "give them with --dev FILE, or set some of the complete training sentences aside with --dev 10%"
    : "label them and give them with --dev FILE (--dev 10% sets training sentences aside, but none of these is complete)";
  return `no dev sentences: the last epoch is kept, nothing is fitted to them, and nothing shows how good the model is. About 200 completely labelled sentences are worth it (in a trial on dictionary labels, test F1 was 65.9 without and 70.8 with 200 of them): ${own}`;
}
