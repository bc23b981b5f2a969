import { existsSync } from "node:fs";
import { join } from "node:path";
import { batchesByLength, bilstmEncoder, staticVectors } from "../../src/encoders/index.ts";
import { indexTensor } from "../../src/graph/dtype.ts";
import {
  div,
  input,
  type Node,
  type ParameterStore,
  reduceSum,
  type StoredTensor,
  type Tensors,
} from "../../src/graph/index.ts";
import { crfLoss } from "../../src/losses/index.ts";
import {
  feedPaddedWords,
  labelSet,
  learnedTransitions,
  PADDED,
  paddedShape,
  paddedWords,
  padRows,
  taggerModel,
  tagHead,
  tagSet,
} from "../../src/models/index.ts";
import { Random } from "../../src/random.ts";
import { dataFolder } from "../data/data-folder.ts";
import { readSentences } from "../data/read-sentences.ts";

/** The numbers of a batch, as we feed them and as the peer reads them. */
interface ResumeBatch {
  readonly sentences: readonly number[];
  readonly words: number;
  readonly feeds: Tensors;
  readonly stored: ReadonlyMap<string, StoredTensor>;
}

export type ResumeTagger = Exclude<Awaited<ReturnType<typeof resumeTagger>>, string>;

/** A BiLSTM tagger with a CRF over the sentences of Resume: what both sides train. */
export async function resumeTagger({ hidden, dim }: { readonly hidden: number; readonly dim: number }) {
  const folder = join(dataFolder, "resume");
  if (!existsSync(folder)) return `no Resume at "${folder}" (set LACUNA_DATA to the folder of data sets)`;
  const corpus = await readSentences(join(folder, "train.jsonl"));

  const vocabulary = [...new Set(corpus.flatMap(({ tokens }) => tokens))];
  const random = new Random(1);
  const values = Float32Array.from({ length: vocabulary.length * dim }, () => 0.1 * random.normal());
  const table = { dim, words: vocabulary, values, read: vocabulary.length, duplicates: 0 };
  const encoder = bilstmEncoder({
    hidden,
    // Dropout would draw different numbers on both sides, and losses could not be compared.
    dropout: 0,
    features: [staticVectors(table, { trained: true, unknown: "zero" })],
  });
  const labels = labelSet(corpus.flatMap(({ entities }) => entities.map(({ label }) => label)));
  // As `pu2` trains it: 8 labels and the non-entity type, four letters each, and O.
  const options = { scheme: "iobes", nonEntity: true } as const;
  const tags = tagSet(labels, options);
  const head = tagHead({ dim: encoder.dim, tags: tags.count }, { dropout: 0 });
  const model = taggerModel({ labels, dim: encoder.dim }, { ...options, head: head.config });
  const prepared = corpus.map(({ tokens }) => encoder.prepare(tokens));
  const gold = corpus.map(({ tokens, entities }) => tags.encode(tokens.length, entities));

  function loss(parameters: ParameterStore): Node {
    const context = { parameters, training: true };
    const { mask, pad } = paddedWords();
    const emissions = pad(head.build(context, encoder.build(context).words));
    const chain = { emissions, mask, ...learnedTransitions(context, tags.count) };
    return div(reduceSum(crfLoss(chain, input("gold", PADDED, "int64"))), reduceSum(mask));
  }

  /** The batches of an epoch, as training deals them. */
  function batches(): ResumeBatch[] {
    const costs = prepared.map(({ cost }) => cost);
    return batchesByLength(costs, { sentences: 32, pool: 32 }, new Random(7)).map(batchOf);
  }

  function batchOf(sentences: readonly number[]): ResumeBatch {
    const chosen = sentences.map((i) => prepared[i]!);
    const lengths = chosen.map(({ words }) => words);
    const encoded = encoder.feed(chosen);
    return {
      sentences,
      words: lengths.reduce((sum, own) => sum + own, 0),
      feeds: {
        ...encoded,
        ...feedPaddedWords(lengths),
        gold: indexTensor(padRows(sentences.map((i) => gold[i]!)), paddedShape(lengths)),
      },
      stored: new Map<string, StoredTensor>([
        ["ids", whole(encoded["encoder.vectors.rows"]!.data as BigInt64Array)],
        ["tags", whole(indexTensor(sentences.flatMap((i) => [...gold[i]!])).data as BigInt64Array)],
        ["lengths", whole(indexTensor(lengths).data as BigInt64Array)],
      ]),
    };
  }

  /** The first weights under the names that the peer knows. */
  function weights(parameters: ParameterStore): Map<string, StoredTensor> {
    const names = {
      table: "encoder.vectors.table",
      input: "encoder.layers.0.input",
      hidden: "encoder.layers.0.hidden",
      bias: "encoder.layers.0.bias",
      "head.weight": "head.tag.weight",
      "head.bias": "head.tag.bias",
    };
    return new Map(
      Object.entries(names).map(([name, own]) => {
        const { values, shape } = parameters.get(own);
        return [name, { dtype: "F32", shape, data: values } as StoredTensor];
      }),
    );
  }

  return { encoder, model, tags, prepared, loss, batches, weights };
}

function whole(data: BigInt64Array): StoredTensor {
  return { dtype: "I64", shape: [data.length], data } as StoredTensor;
}
