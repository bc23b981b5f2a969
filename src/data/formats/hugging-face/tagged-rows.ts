import { UserError } from "../../../errors.ts";
import type { Draft, ReadOptions } from "../../format.ts";
import type { FilePosition, ReadLog } from "../../read-log.ts";
import type { Entity } from "../../span.ts";
import { decodeTags, detectScheme, encodeTags, layerEntities, type TagScheme } from "../../tag-scheme.ts";
import { addExtras, type DraftExtras } from "../extras.ts";
import { excerpt, isListOf, isString } from "../json-shape.ts";

/** Words with one tag each, as a Hugging Face file has them; not yet checked. */
export interface TaggedRow {
  readonly tokens: unknown;
  readonly tags: unknown;
  readonly extras: DraftExtras;
  readonly at: FilePosition;
}

/** How many rows are looked at to detect the tagging scheme. */
const SAMPLE = 500;

/**
 * Turns rows of words and tags into drafts. `names` gives the names of numeric tags, if
 * the file has them; those of the caller take precedence, as does the caller's scheme (default: detected from
 * the first rows).
 */
export async function* draftsFromTags(
  batches: AsyncIterable<Iterable<TaggedRow>>,
  names: () => Promise<readonly string[] | undefined>,
  { log, scheme: chosen, tagNames }: ReadOptions,
): AsyncGenerator<Draft> {
  let scheme = chosen;
  let known = tagNames;
  let waiting: NamedRow[] = [];
  const flush = function* (): Generator<Draft> {
    scheme ??= detectScheme(waiting.map((row) => row.tags));
    for (const row of waiting) yield draftOf(row, scheme, log);
    waiting = [];
  };
  for await (const rows of batches) {
    for (const row of rows) {
      if (known === undefined && hasNumbers(row.tags)) known = (await names()) ?? refuse(row.at.file);
      const named = nameTags(row, known, log);
      if (named !== undefined) waiting.push(named);
    }
    if (scheme !== undefined || waiting.length >= SAMPLE) yield* flush();
  }
  yield* flush();
}

/** The tags of a sentence, and whether they express its entities completely. */
export function tagsOf(
  length: number,
  entities: readonly Entity[],
  scheme: TagScheme,
): { readonly tags: string[]; readonly complete: boolean } {
  const layers = layerEntities(entities);
  const tags = encodeTags(length, layers[0] ?? [], scheme);
  return { tags, complete: layers.length <= 1 && entities.every((entity) => entity.score === undefined) };
}

interface NamedRow extends TaggedRow {
  readonly tokens: readonly string[];
  readonly tags: readonly string[];
}

function hasNumbers(tags: unknown): boolean {
  return Array.isArray(tags) && tags.some((tag) => typeof tag === "number" || typeof tag === "bigint");
}

function refuse(file: string): never {
  throw new UserError(`"${file}" has numbers for tags, and nothing says what they stand for`, {
    hint: "list the names in order, as in --tag-names O,B-PER,I-PER, or put the data set's dataset_info.json beside the file",
  });
}

/** Checks that words and tags are lists of strings of one length, after looking up numeric tags. */
function nameTags(row: TaggedRow, names: readonly string[] | undefined, log: ReadLog): NamedRow | undefined {
  const drop = (reason: string, detail: string) => {
    log.drop(row.at, reason, detail);
    return undefined;
  };
  const tokens = row.extras.tokens ?? row.tokens;
  if (!isListOf(tokens, isString)) return drop("row without words", excerpt(tokens));
  if (!Array.isArray(row.tags)) return drop("row without tags", excerpt(row.tags));
  const tags: unknown[] = row.tags.map((tag) =>
    typeof tag === "number" || typeof tag === "bigint" ? names?.[Number(tag)] : tag,
  );
  if (!isListOf(tags, isString)) return drop("row with a tag that has no name", excerpt(row.tags));
  if (tags.length !== tokens.length) {
    return drop("row with more or fewer tags than words", `${tokens.length} words, ${tags.length} tags`);
  }
  return { tokens, tags, extras: row.extras, at: row.at };
}

function draftOf({ tokens, tags, extras, at }: NamedRow, scheme: TagScheme, log: ReadLog): Draft {
  const whole = extras.entities;
  const repair = (reason: string, detail: string) => log.repair(at, reason, detail);
  if (whole !== undefined) {
    if (agree(whole, tags, scheme)) return addExtras({ tokens, entities: whole, at }, extras);
    repair(
      "tags changed after they were written; nested entities and scores lost",
      `${whole.length} entities`,
    );
  }
  const entities = decodeTags(tags, scheme, (index, what) =>
    repair("tag that breaks the scheme", `word ${index}: ${what}`),
  );
  return addExtras({ tokens, entities, at }, extras);
}

/** Whether the tags are still those that were written with these entities. */
function agree(entities: readonly Entity[], tags: readonly string[], scheme: TagScheme): boolean {
  if (!entities.every(({ start, end }) => start >= 0 && start < end && end <= tags.length)) return false;
  const own = tagsOf(tags.length, entities, scheme).tags;
  // Parquet cannot spell unpaired surrogates in a label and has U+FFFD in their place.
  return own.every((tag, i) => tag === tags[i] || tag.replace(/\p{Cs}/gu, "\uFFFD") === tags[i]);
}
