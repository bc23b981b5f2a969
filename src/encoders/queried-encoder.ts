import { entryAt } from "../entries.ts";
import type { BuildContext, Node, Tensors } from "../graph/index.ts";
import { dimAt, indexTensor, input, renameGraph, reshape, sizeAt, takeRows } from "../graph/index.ts";
import type { Encoder, EncoderOutput, Prepared, PrepareOptions } from "./encoder.ts";

/** A sentence that is read once after each query. */
interface QueriedSentence extends Prepared {
  readonly asked: readonly Prepared[];
}

const [WORDS, SENTENCES] = ["asked.words", "asked.sentences"];

/**
 * An encoder that reads every sentence several times, each time after another query, so that a word's vector depends on what
 * is asked. The vectors of a word for all queries stand side by side; the words of queries have none. It takes as many
 * times as long as there are queries, or longer.
 */
export function queriedEncoder(
  encoder: Encoder,
  queries: readonly (readonly string[])[],
): Encoder<QueriedSentence> {
  const count = queries.length;

  return {
    dim: count * encoder.dim,
    config: { kind: "queried", queries, of: encoder.config },
    files: () => encoder.files(),
    ...(encoder.frozen && { frozen: encoder.frozen }),
    ...(encoder.axisKeys && { axisKeys: encoder.axisKeys }),

    prepare(words, options = {}) {
      const asked = queries.map((query) =>
        encoder.prepare([...query, ...words], afterQuery(options, query.length)),
      );
      const before = queries[0]?.length ?? 0;
      return {
        words: words.length,
        cost: asked.reduce((sum, { cost }) => sum + cost, 0),
        unseen: (asked[0]?.unseen ?? []).map((word) => word - before).filter((word) => word >= 0),
        asked,
      };
    },

    build(context): EncoderOutput {
      const recorded = recorder(context);
      const { words, sentences } = encoder.build(recorded);
      const [rows, wholes] = renameGraph([words, sentences], {
        name: (name) => (recorded.isWeight(name) ? name : `asked.${name}`),
        size: (symbol) => `asked_${symbol}`,
      });
      return { words: taken(rows, WORDS, "words"), sentences: taken(wholes, SENTENCES, "sentences") };
    },

    feed(batch, random): Tensors {
      const all = batch.flatMap(({ asked }) => asked);
      const feeds = Object.fromEntries(
        Object.entries(encoder.feed(all, random)).map(([name, tensor]) => [`asked.${name}`, tensor]),
      );
      let first = 0;
      const rows: number[] = [];
      for (const { words, asked } of batch) {
        const starts = asked.map((own, query) => {
          const start = first + entryAt(queries, query).length;
          first += own.words;
          return start;
        });
        for (let word = 0; word < words; word++) rows.push(...starts.map((start) => start + word));
      }
      const wholes = Array.from({ length: all.length }, (_, i) => i);
      return { ...feeds, ...feedTaken(WORDS, rows, first), ...feedTaken(SENTENCES, wholes, all.length) };
    },
  };

  /** `[asked rows, dim]` to `[axis, count · dim]`. */
  function taken(rows: Node, name: string, axis: "words" | "sentences"): Node {
    const places = reshape(input(`${name}.places`, [axis, count], "int64"), [-1]);
    const back = input(`${name}.back`, [dimAt(rows.shape, 0)], "int64");
    return reshape(takeRows(rows, places, back), [axis, count * sizeAt(rows.shape, 1)]);
  }

  function feedTaken(name: string, rows: readonly number[], all: number): Tensors {
    const back = new Int32Array(all).fill(-1);
    rows.forEach((row, place) => {
      back[row] = place;
    });
    return {
      [`${name}.places`]: indexTensor(rows, [rows.length / count, count]),
      [`${name}.back`]: indexTensor(back),
    };
  }
}

/** Options of a sentence that stands after a query. */
function afterQuery({ isHidden, ...rest }: PrepareOptions, words: number): PrepareOptions {
  if (isHidden === undefined) return rest;
  return {
    ...rest,
    isHidden: (start, end, label) => start >= words && isHidden(start - words, end - words, label),
  };
}

/** A context that knows which names are weights. */
function recorder({ parameters, training }: BuildContext) {
  const weights = new Set<string>();
  const declare: BuildContext["parameters"]["declare"] = (name, ...rest) => {
    weights.add(name);
    return parameters.declare(name, ...rest);
  };
  return { training, parameters: { declare }, isWeight: (name: string) => weights.has(name) };
}
