import type { TagOptions, TextTagger } from "../tagging/index.ts";
import type { TagRequest, TagResult } from "./tag-api.ts";
import { textResult, wordsResult } from "./tag-result.ts";
/** Answers a request of `POST /v1/tag`, here or in another process. */
export type AnswerTag = (request: TagRequest, signal: AbortSignal) => Promise<readonly TagResult[]>;

/** Finds the answer to one request with a tagger; `usual` is how spans become entities where the request does not say. */
export async function answerTag(
  tagger: Pick<TextTagger, "tag" | "tagSentences">,
  usual: NonNullable<TagOptions["decode"]>,
  { texts, tokens, unit, threshold, mode }: TagRequest,
  signal: AbortSignal,
): Promise<TagResult[]> {
  const decode = {
    ...usual,
    ...(threshold !== undefined && { threshold }),
    ...(mode !== undefined && { mode }),
  };
  if (texts !== undefined) {
    const tagged = await tagger.tag(texts, { decode, signal });
    return tagged.map((text) => textResult(text, unit));
  }
  const sentences = tokens!.map((words) => ({ tokens: words }));
  const unseen = new Map<number, readonly number[]>();
  const onUnseen = (sentence: number, words: readonly number[]) => unseen.set(sentence, words);
  const found = await tagger.tagSentences(sentences, { decode, signal, onUnseen });
  return found.map((entities, i) => wordsResult(tokens![i]!, { entities, unseen: unseen.get(i) ?? [] }));
}
