import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { encoderParity, LARGEST_GAP, realEncoders } from "../../../bench/encoders/parity.ts";
import { expectedOf, tinyModels } from "../../../test/support/models/model-fixtures.ts";
import { needs, testWith } from "../../../test/support/needs.ts";
import { indexTensor } from "../../graph/dtype.ts";
import { evaluate, input, type Node, ParameterStore, Session, type Tensors } from "../../graph/index.ts";
import { type ModelFolder, openModelFolder } from "./hugging-face-folder.ts";
import {
  attentionInputs,
  declareWeights,
  embedPieces,
  hiddenLayers,
  type PieceInputs,
  pieceInputs,
} from "./layers/hidden-layers.ts";
import { feedAngles } from "./layers/rotary-angles.ts";
import { feedAttention, feedPieces, layoutOf } from "./pack-windows.ts";
import { preparePieces } from "./prepared-pieces.ts";
import { hasPositionTable, longestWindow } from "./transformer-sizes.ts";

/** The last hidden states of all pieces of a batch of sequences of ids, in both engines. */
async function hiddenStates(
  folder: ModelFolder,
  sequences: readonly (readonly number[])[],
  types?: readonly number[],
) {
  const { sizes } = folder.config;
  const store = new ParameterStore({ training: false });
  const weight = declareWeights(store, sizes, folder.initialisers);
  const inputs: PieceInputs = {
    ...pieceInputs(sizes),
    ...(types === undefined ? {} : { types: input("types", ["pieces"], "int64") }),
  };
  const embedded = embedPieces(weight, sizes, inputs);
  const states = hiddenLayers(weight, sizes, embedded, { from: 0, to: sizes.layers }, attentionInputs(sizes));
  const batch = sequences.map((ids) => ({ ids: Int32Array.from(ids), windowLengths: [ids.length] }));
  const layout = layoutOf(batch);
  const feeds: Tensors = {
    ...feedPieces(batch, layout, hasPositionTable(sizes) ? sizes.firstPosition : undefined),
    ...feedAttention(layout),
    ...feedAngles(layout, sizes),
    ...(types === undefined ? {} : { types: indexTensor(types) }),
  };
  return run({ states }, feeds, store);
}

async function run(outputs: Readonly<Record<string, Node>>, feeds: Tensors, store: ParameterStore) {
  const bound: Tensors = Object.fromEntries(
    [...store].map(({ name, values, shape }) => [name, { data: values, shape }]),
  );
  const session = await Session.compile({ outputs, baked: bound, threads: 1 });
  const result = await session.run(feeds);
  await session.dispose();
  return {
    compiled: Object.values(result)[0]!.data as Float32Array,
    exact: () => evaluate(Object.values(outputs), { ...bound, ...feeds })[0]!.data,
  };
}

function largestGap(found: ArrayLike<number>, expected: readonly number[]): number {
  expect(found.length).toBe(expected.length);
  return expected.reduce((gap, value, i) => Math.max(gap, Math.abs(value - found[i]!)), 0);
}

for (const dir of tinyModels) {
  const { plain, batch, pair } = expectedOf(dir);

  describe(`${dir} against Hugging Face`, () => {
    for (const { name, words, input_ids, word_ids, last_hidden_state } of plain) {
      test(`${name}: ids, word alignment and hidden states`, async () => {
        const folder = await openModelFolder(dir);
        const prepared = preparePieces(words, folder.tokenizer, {
          window: longestWindow(folder.config.sizes),
          overlap: 8,
        });
        expect([...prepared.ids]).toEqual(input_ids);
        const wordIds: (number | null)[] = input_ids.map(() => null);
        for (let word = 0; word < words.length; word++) {
          const rows = prepared.wordRows.subarray(prepared.wordStarts[word], prepared.wordStarts[word + 1]);
          for (const row of rows) wordIds[row] = word;
        }
        expect(wordIds).toEqual(word_ids);
        const { compiled, exact } = await hiddenStates(folder, [input_ids]);
        expect(largestGap(compiled, last_hidden_state.flat())).toBeLessThan(1e-5);
        // Double precision is slow: short sentences are enough to tell rounding from a mistake.
        if (input_ids.length <= 20) expect(largestGap(exact(), last_hidden_state.flat())).toBeLessThan(1e-6);
      });
    }

    test("all cases in one batch, some in one row of attention, give what each gave alone", async () => {
      const folder = await openModelFolder(dir);
      const { compiled } = await hiddenStates(
        folder,
        plain.map(({ input_ids }) => input_ids),
      );
      const expected = plain.flatMap(({ last_hidden_state }) => last_hidden_state.flat());
      expect(largestGap(compiled, expected)).toBeLessThan(1e-5);
    });

    if (batch !== undefined)
      test("a packed batch gives what a padded one gave", async () => {
        const folder = await openModelFolder(dir);
        const { tokenizer } = folder;
        const sequences = batch.words.map((words) => [
          ...tokenizer.before,
          ...words.flatMap((word) => tokenizer.pieces(word)),
          ...tokenizer.after,
        ]);
        const expected = batch.last_hidden_state.flatMap((rows, i) =>
          rows.filter((_, j) => batch.attention_mask[i]![j] === 1),
        );
        const { compiled } = await hiddenStates(folder, sequences);
        expect(largestGap(compiled, expected.flat())).toBeLessThan(1e-5);
      });

    if (pair === undefined) return; // the others know no token types
    test("a pair of texts, by token types", async () => {
      const folder = await openModelFolder(dir);
      const { input_ids, token_type_ids, last_hidden_state, words, words_pair } = pair;
      const pieces = (text: readonly string[]) => text.flatMap((word) => folder.tokenizer.pieces(word));
      const [start, [end]] = [folder.tokenizer.before, folder.tokenizer.after];
      expect([...start, ...pieces(words), end, ...pieces(words_pair), end]).toEqual(input_ids);
      const { compiled } = await hiddenStates(folder, [input_ids], token_type_ids);
      expect(largestGap(compiled, last_hidden_state.flat())).toBeLessThan(1e-5);
    });
  });
}

describe("real models, stored in float16", () => {
  for (const name of realEncoders) {
    testWith(needs.encoders(name), `${name} matches its expected.json`, async () => {
      const { sentences, sameIds, value, total } = await encoderParity(name, 2);
      expect([sentences, sameIds]).toEqual([name === "minilm-l6" ? 7 : 3, true]);
      // Float16 weights are exact in float32, so far less than what is promised.
      expect(Math.max(value, total)).toBeLessThan(LARGEST_GAP / 10);
    });
  }
});

test("merges of older files, as one string each, give the same pieces", async () => {
  const dir = join("test", "fixtures", "roberta-tiny");
  const { tokenizerBytes, tokenizer } = await openModelFolder(dir);
  const json = JSON.parse(new TextDecoder().decode(tokenizerBytes));
  json.model.merges = json.model.merges.map((pair: string[]) => pair.join(" "));
  json.pre_tokenizer.add_prefix_space = false;
  const { huggingFaceTokenizer } = await import("./hugging-face-tokenizer.ts");
  const older = huggingFaceTokenizer(new TextEncoder().encode(JSON.stringify(json)), "older");
  for (const { words } of expectedOf(dir).plain) {
    for (const word of words) expect(older.pieces(word)).toEqual(tokenizer.pieces(word));
  }
});
