import type { Entity } from "../../data/index.ts";
import { entryAt } from "../../entries.ts";
import { type LabelSet, NON_ENTITY } from "../label-set.ts";
import { flatEntities } from "./flat-entities.ts";
/** The schemes a tagger may learn in. */
export type TaggerScheme = "io" | "iob2" | "iobes";

/** What a tag says about the words around its own. */
type Role = "outside" | "begin" | "inside" | "end" | "single" | "any";

/** The letter of each role, in the order in which a label's tags are numbered. */
const letters: { readonly [S in TaggerScheme]: readonly (readonly [Role, string])[] } = {
  // One tag for each label: neighbouring entities of one label become one.
  io: [["any", "I"]],
  iob2: [
    ["begin", "B"],
    ["inside", "I"],
  ],
  iobes: [
    ["begin", "B"],
    ["inside", "I"],
    ["end", "E"],
    ["single", "S"],
  ],
};

/** The tag of words that lie in no entity. */
export const OUTSIDE = 0;

/**
 * Which number stands for which tag in a tagger, and which tag may follow which.
 *
 * Tag 0 is `O`. The tags of a label stand together, labels in the order of their classes; those of the non-entity
 * type, where there is one, come last.
 */
export interface TagSet {
  readonly scheme: TaggerScheme;
  /** How each tag is written, for people to read: `O`, `B-PER`, … */
  readonly tags: readonly string[];
  /** What each tag stands for, as keys of the rows of weights; the non-entity type is called like no label. */
  readonly keys: readonly string[];
  readonly count: number;
  /** What to call the non-entity type in `encode`: like no label of the user. Undefined where there is no such type. */
  readonly nonEntity: string | undefined;
  /**
   * One tag for each word. Of entities that share a word only the longest is said (see flat-entities.ts, which counts
   * the others).
   */
  encode(words: number, entities: readonly Entity[]): Int32Array;
  /** The entities that a sequence of tags spells, the non-entity type left out. Every sequence has a reading. */
  decode(path: ArrayLike<number>): TaggedSpan[];
  /** Whether a tag may come right after another. */
  isLegal(from: number, to: number): boolean;
  /** Whether a tag after another carries the same entity on. */
  isContinued(from: number, to: number): boolean;
  /** Whether a sentence may begin with a tag. */
  mayStart(tag: number): boolean;
  /** Whether a sentence may end with a tag. */
  mayEnd(tag: number): boolean;
  /** The class of the label that a tag belongs to; `NON_ENTITY` for `O` and the non-entity type. */
  classOf(tag: number): number;
  /** The tags of a label or of the non-entity type. */
  tagsOf(label: string): readonly [begin: number, inside: number, ...others: number[]];
}

/** What a sequence of tags calls an entity. */
export interface TaggedSpan {
  readonly start: number;
  readonly end: number;
  readonly label: string;
}

export interface TagSetOptions {
  readonly scheme: TaggerScheme;
  /** Adds a type for spans that are known to name nothing; at inference it means `O`. */
  readonly nonEntity?: boolean;
}

/** Numbers the tags of some labels. */
export function tagSet(labels: LabelSet, { scheme, nonEntity = false }: TagSetOptions): TagSet {
  const own = letters[scheme];
  const none = nonEntity ? unlike(labels, "NONE") : undefined;
  const types = none === undefined ? labels.labels : [...labels.labels, none];
  const numbers = new Map(types.map((label, i) => [label, 1 + i * own.length]));
  const tags = ["O", ...types.flatMap((label) => own.map(([, letter]) => `${letter}-${label}`))];
  const hasEnds = own.some(([role]) => role === "end");
  const roles: Role[] = ["outside", ...types.flatMap(() => own.map(([role]) => role))];
  const roleOf = (tag: number): Role => entryAt(roles, tag);
  const typeOf = (tag: number): number => Math.floor((tag - 1) / own.length);
  /** Whether the entity of a tag must go on after it. */
  const isOpen = (tag: number) => hasEnds && (roleOf(tag) === "begin" || roleOf(tag) === "inside");
  const continues = (tag: number) => roleOf(tag) === "inside" || roleOf(tag) === "end";

  function firstOf(label: string): number {
    const first = numbers.get(label);
    if (first === undefined) throw new Error(`"${label}" is no label of this tag set`);
    return first;
  }

  function isContinued(from: number, to: number): boolean {
    if (roleOf(from) === "any" || roleOf(to) === "any") return from === to;
    const isInside = roleOf(from) === "begin" || roleOf(from) === "inside";
    return isInside && continues(to) && typeOf(from) === typeOf(to);
  }

  return {
    scheme,
    tags: Object.freeze(tags),
    keys: [
      "",
      ...types.flatMap((label) => own.map(([, letter]) => (label === none ? letter : `${letter}=${label}`))),
    ],
    count: tags.length,
    nonEntity: none,

    encode(words, entities) {
      const path = new Int32Array(words);
      for (const { start, end, label } of flatEntities(entities).kept) {
        const first = firstOf(label);
        path.fill(own.length === 1 ? first : first + 1, start, end);
        path[start] = first;
        if (!hasEnds) continue;
        if (end - start > 1) path[end - 1] = first + 2;
        else path[start] = first + 3;
      }
      return path;
    },

    decode(path) {
      const spans: TaggedSpan[] = [];
      let start = -1;
      const close = (end: number) => {
        if (start < 0) return;
        const label = entryAt(types, typeOf(entryAt(path, end - 1)));
        if (label !== none) spans.push({ start, end, label });
        start = -1;
      };
      for (let word = 0; word < path.length; word++) {
        if (start >= 0 && !isContinued(entryAt(path, word - 1), entryAt(path, word))) close(word);
        if (start < 0 && path[word] !== OUTSIDE) start = word;
      }
      close(path.length);
      return spans;
    },

    isLegal: (from, to) => (isOpen(from) || continues(to) ? isContinued(from, to) : true),
    isContinued,
    mayStart: (tag) => !continues(tag),
    mayEnd: (tag) => !isOpen(tag),
    classOf: (tag) => (tag === OUTSIDE || typeOf(tag) >= labels.labels.length ? NON_ENTITY : typeOf(tag) + 1),
    tagsOf(label) {
      const first = firstOf(label);
      if (own.length === 1) return [first, first];
      return hasEnds ? [first, first + 1, first + 2, first + 3] : [first, first + 1];
    },
  };
}

/** A name that no label has. */
function unlike(labels: LabelSet, name: string): string {
  return labels.classOf(name) === undefined ? name : unlike(labels, `${name}_`);
}
