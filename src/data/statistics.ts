import { formatCompleteness } from "./completeness.ts";
import type { Sentence } from "./sentence.ts";
import { type Entity, overlaps } from "./span.ts";

/** How often a label occurs and how long its entities are. */
interface LabelStatistics {
  readonly label: string;
  readonly entities: number;
  readonly hidden: number;
  /** Unique surface strings among the labelled entities. */
  readonly surfaces: number;
  readonly meanWidth: number;
  readonly maxWidth: number;
}

/** A surface string that occurs with several labels. */
interface AmbiguousSurface {
  readonly surface: string;
  readonly labels: readonly { readonly label: string; readonly count: number }[];
}

/** What `lacuna stats` prints for one corpus. */
export interface CorpusStatistics {
  readonly sentences: number;
  readonly words: number;
  readonly documents: number;
  readonly entities: number;
  readonly hidden: number;
  readonly sentencesWithoutEntities: number;
  readonly meanLength: number;
  readonly maxLength: number;
  readonly completeness: readonly { readonly state: string; readonly sentences: number }[];
  readonly unknownWords: number;
  readonly outsideWords: number;
  readonly labels: readonly LabelStatistics[];
  /** Entities by width in words, widest last. */
  readonly widths: readonly { readonly width: number; readonly entities: number }[];
  /** Entities that lie inside another, and pairs that cross without nesting. */
  readonly nested: number;
  readonly crossing: number;
  /** Surfaces with more than one label: how many there are, and the most frequent. */
  readonly ambiguousSurfaces: number;
  readonly ambiguous: readonly AmbiguousSurface[];
  /** Sentences with m + |ŷ| > √n: more entities, hidden ones counted, than the theory of negative sampling allows. [WNS, Eq. 5] */
  readonly sparsityViolations: number;
}

const LISTED = 20;

/** Counts a corpus sentence by sentence. Memory grows with the number of unique surfaces, not with the corpus. */
export function createStatistics(): { add(sentence: Sentence): void; result(): CorpusStatistics } {
  let [sentences, words, entities, hidden, empty, longest] = [0, 0, 0, 0, 0, 0];
  let [nested, crossing, violations, unknownWords, outsideWords] = [0, 0, 0, 0, 0];
  const documents = new Set<string>();
  const states = new Map<string, number>();
  const widths = new Map<number, number>();
  const labels = new Map<
    string,
    { entities: number; hidden: number; surfaces: number; words: number; maxWidth: number }
  >();
  const surfaces = new Map<string, Map<string, number>>();

  const tally = (label: string) => {
    let found = labels.get(label);
    if (found === undefined) {
      found = { entities: 0, hidden: 0, surfaces: 0, words: 0, maxWidth: 0 };
      labels.set(label, found);
    }
    return found;
  };

  function addEntity(entity: Entity, sentence: Sentence): void {
    const width = entity.end - entity.start;
    const label = tally(entity.label);
    label.entities++;
    label.words += width;
    label.maxWidth = Math.max(label.maxWidth, width);
    widths.set(width, (widths.get(width) ?? 0) + 1);
    const surface = sentence.tokens.slice(entity.start, entity.end).join(" ");
    const known = surfaces.get(surface);
    const seen = known?.get(entity.label) ?? 0;
    if (seen === 0) label.surfaces++;
    if (known === undefined) surfaces.set(surface, new Map([[entity.label, 1]]));
    else known.set(entity.label, seen + 1);
  }

  return {
    add(sentence) {
      sentences++;
      words += sentence.tokens.length;
      longest = Math.max(longest, sentence.tokens.length);
      entities += sentence.entities.length;
      const missed = sentence.hidden ?? [];
      hidden += missed.length;
      for (const entity of missed) tally(entity.label).hidden++;
      if (sentence.entities.length === 0) empty++;
      if (sentence.entities.length + missed.length > Math.sqrt(sentence.tokens.length)) violations++;
      if (sentence.doc !== undefined) documents.add(`${sentence.source}\u0000${sentence.doc}`);
      const state = formatCompleteness(sentence.completeness);
      states.set(state, (states.get(state) ?? 0) + 1);
      unknownWords += sentence.unknown?.length ?? 0;
      outsideWords += sentence.outside?.length ?? 0;
      for (const entity of sentence.entities) addEntity(entity, sentence);
      const overlap = countOverlaps(sentence.entities);
      nested += overlap.nested;
      crossing += overlap.crossing;
    },

    result() {
      const ambiguous = [...surfaces].filter(([, byLabel]) => byLabel.size > 1);
      const total = (byLabel: Map<string, number>) => [...byLabel.values()].reduce((a, b) => a + b, 0);
      return {
        sentences,
        words,
        documents: documents.size,
        entities,
        hidden,
        sentencesWithoutEntities: empty,
        meanLength: sentences === 0 ? 0 : words / sentences,
        maxLength: longest,
        completeness: [...states].map(([state, count]) => ({ state, sentences: count })),
        unknownWords,
        outsideWords,
        labels: [...labels]
          .map(([label, { words: labelWords, ...rest }]) => ({
            label,
            ...rest,
            meanWidth: rest.entities === 0 ? 0 : labelWords / rest.entities,
          }))
          .sort((a, b) => b.entities - a.entities || (a.label < b.label ? -1 : 1)),
        widths: [...widths]
          .map(([width, count]) => ({ width, entities: count }))
          .sort((a, b) => a.width - b.width),
        nested,
        crossing,
        ambiguousSurfaces: ambiguous.length,
        ambiguous: ambiguous
          .sort((a, b) => total(b[1]) - total(a[1]) || (a[0] < b[0] ? -1 : 1))
          .slice(0, LISTED)
          .map(([surface, byLabel]) => ({
            surface,
            labels: [...byLabel]
              .map(([label, count]) => ({ label, count }))
              .sort((a, b) => b.count - a.count),
          })),
        sparsityViolations: violations,
      };
    },
  };
}

function countOverlaps(entities: readonly Entity[]): { nested: number; crossing: number } {
  const inside = new Set<Entity>();
  let crossing = 0;
  for (const [i, a] of entities.entries()) {
    for (const b of entities.slice(i + 1)) {
      if (!overlaps(a, b)) continue;
      if (a.start <= b.start && b.end <= a.end) inside.add(b);
      else if (b.start <= a.start && a.end <= b.end) inside.add(a);
      else crossing++;
    }
  }
  return { nested: inside.size, crossing };
}
