import type { Sentence, Span } from "../../data/index.ts";
import { entryAt } from "../../entries.ts";
import { UserError } from "../../errors.ts";
import type { LabelSet, TypeText } from "../../models/index.ts";
import { parseTypeDescriptions, readTypeDescriptions, typeWords } from "../../models/index.ts";
import type { Random } from "../../random.ts";
import type { BinderMethodOptions } from "./options.ts";
/** What the type side reads. */
export interface TypeSourceTexts {
  /** One text for each type, drawn for a batch where there are several. */
  forTraining(random: Random): readonly TypeText[];
  /** Texts for use, as many for each type, type by type. */
  readonly forUse: readonly TypeText[];
  readonly notices: readonly string[];
}

/** What stands around a mention in a prototypical instance; the first is the word whose vector is the type's. */
const [OPENING, CLOSING] = ["[[", "]]"];

/** The texts that stand for the labels of a task. Reads the file of descriptions, where there is one. */
export function typeSource(
  { file, descriptions: given, source, prototypes }: BinderMethodOptions["types"],
  labels: LabelSet,
  sentences: readonly Sentence[],
  random: Random,
): TypeSourceTexts {
  if (source === "prototype") return prototypeSource(labels, sentences, prototypes, random);
  if (source === "atomic") {
    const unread = labels.labels.map(() => ({ words: [] }));
    return { forTraining: () => unread, forUse: unread, notices: [] };
  }
  if (file !== null && given !== null) {
    throw new UserError('"types.file" and "types.descriptions" both describe the types', {
      hint: "leave out one of the two",
    });
  }
  const descriptions =
    file !== null
      ? readTypeDescriptions(file)
      : given !== null
        ? parseTypeDescriptions(given, "types.descriptions")
        : undefined;
  const texts = labels.labels.map((label) => ({
    words: typeWords(label, descriptions?.get(label) ?? {}, source),
  }));
  const missing = labels.labels.filter((label) => descriptions?.get(label)?.description === undefined);
  const notices =
    source === "guideline" && missing.length > 0
      ? [
          `${missing.length} of ${labels.labels.length} types have no description and are told by a keyword: ${missing.slice(0, 5).join(", ")}`,
        ]
      : [];
  return { forTraining: () => texts, forUse: texts, notices };
}

/** Mentions in the training data, marked. [BINDER, §4] */
function prototypeSource(
  labels: LabelSet,
  sentences: readonly Sentence[],
  perType: number,
  random: Random,
): TypeSourceTexts {
  const mentions = new Map<string, { readonly tokens: readonly string[]; readonly entity: Span }[]>();
  for (const { tokens, entities } of sentences) {
    for (const entity of entities) {
      const own = mentions.get(entity.label) ?? [];
      own.push({ tokens, entity });
      mentions.set(entity.label, own);
    }
  }
  function drawn(label: string, from: Random): TypeText {
    const own = mentions.get(label);
    // A label that was only named, and never used, stands for itself.
    if (own === undefined) return { words: [OPENING, label, CLOSING], marker: 0 };
    const { tokens, entity } = entryAt(own, from.below(own.length));
    const { start, end } = entity;
    const words = [
      ...tokens.slice(0, start),
      OPENING,
      ...tokens.slice(start, end),
      CLOSING,
      ...tokens.slice(end),
    ];
    return { words, marker: start };
  }
  const fixed = random.fork("prototypes");
  return {
    forTraining: (from) => labels.labels.map((label) => drawn(label, from)),
    forUse: labels.labels.flatMap((label) => Array.from({ length: perType }, () => drawn(label, fixed))),
    notices: [],
  };
}
