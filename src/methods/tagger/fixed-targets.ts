import type { TagTeacher, TagTeacherParts } from "./learner.ts";
import { mayOccur, type TaughtWords, type Treatments, taughtWords } from "./tag-targets.ts";

/** A teacher that says the same in every epoch: each kind of knowledge has its treatment. */
export function steadyTeacher({ corpus }: Pick<TagTeacherParts, "corpus">, how: Treatments): TagTeacher {
  const taught = new Array<TaughtWords | undefined>(corpus.sentences.length);
  return {
    notices: [],
    hasSilent: mayOccur(corpus, how, ["silent"]),
    hasOpen: mayOccur(corpus, how, ["open", "any"]),
    words(sentence) {
      taught[sentence] ??= taughtWords(corpus, sentence, how);
      return taught[sentence];
    },
  };
}
