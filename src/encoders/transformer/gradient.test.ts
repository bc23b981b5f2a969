import { join } from "node:path";
import { expect, test } from "vitest";
import { expectedOf, tinyModels } from "../../../test/support/models/model-fixtures.ts";
import {
  gradient,
  input,
  mul,
  type Node,
  ParameterStore,
  reduceMean,
  Session,
  sparseGradient,
  type Tensor,
  type Tensors,
} from "../../graph/index.ts";
import { openModelFolder } from "./hugging-face-folder.ts";
import {
  attentionInputs,
  declareWeights,
  embedPieces,
  hiddenLayers,
  pieceInputs,
} from "./layers/hidden-layers.ts";
import { feedAngles } from "./layers/rotary-angles.ts";
import { feedAttention, feedPieces, layoutOf } from "./pack-windows.ts";
import { hasPositionTable } from "./transformer-sizes.ts";

const dir = join("test", "fixtures", "bert-tiny");

/** ‖found − expected‖ / ‖expected‖ */
function relativeGap(found: ArrayLike<number>, expected: readonly number[]): number {
  expect(found.length).toBe(expected.length);
  let [gap, size] = [0, 0];
  expected.forEach((value, i) => {
    gap += (value - found[i]!) ** 2;
    size += value ** 2;
  });
  return Math.sqrt(gap / size);
}

const length = (values: Float32Array) => Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));

for (const dir of tinyModels) {
  const { gradients: cases, plain } = expectedOf(dir);
  for (const one of cases) {
    const { name, loss: expectedLoss, gradients = {}, gradient_l2_norms, C } = one;
    const input_ids =
      one.input_ids ?? plain.filter((own) => own.name === one.case).map((own) => own.input_ids);
    const attention_mask = one.attention_mask ?? input_ids.map((ids) => ids.map(() => 1));
    test(`${name} of ${dir} against PyTorch`, async () => {
      const { config, initialisers } = await openModelFolder(dir);
      const { sizes, family } = config;
      const store = new ParameterStore();
      const weight = declareWeights(store, sizes, initialisers);
      const embedded = embedPieces(weight, sizes, pieceInputs(sizes));
      const states = hiddenLayers(
        weight,
        sizes,
        embedded,
        { from: 0, to: sizes.layers },
        attentionInputs(sizes),
      );
      const sequences = input_ids.map((ids, i) => ids.filter((_, j) => attention_mask[i]![j] === 1));
      const batch = sequences.map((ids) => ({ ids: Int32Array.from(ids), windowLengths: [ids.length] }));
      const layout = layoutOf(batch);
      // Packed rows have no padding, so the mean over them is the masked mean.
      const factor = C === undefined ? states : input("C", ["pieces", sizes.hidden]);
      const loss = reduceMean(mul(states, factor));
      const parameters = [...store];
      const leaves = parameters.map(({ name }) => weight(name.replace("encoder.", "")));
      const outputs: Record<string, Node> = { loss };
      gradient(loss, leaves).forEach((node, i) => {
        outputs[`d ${parameters[i]!.name}`] = node;
      });
      const bound: Tensors = Object.fromEntries(
        parameters.map(({ name, values, shape }) => [name, { data: values, shape }]),
      );
      const session = await Session.compile({ outputs, bound, threads: 1 });
      const extra: Record<string, Tensor> =
        C === undefined
          ? {}
          : { C: { data: Float32Array.from(C.flat(2)), shape: [layout.pieces, sizes.hidden] } };
      const result = await session.run({
        ...feedPieces(batch, layout, hasPositionTable(sizes) ? sizes.firstPosition : undefined),
        ...feedAttention(layout),
        ...feedAngles(layout, sizes),
        ...extra,
      });
      await session.dispose();

      expect(relativeGap(result.loss!.data as Float32Array, [expectedLoss])).toBeLessThan(1e-5);
      // Ours by the name in the file.
      const found = new Map<string, Float32Array>();
      for (const parameter of parameters) {
        const own = parameter.name.replace("encoder.", "");
        const layer = /^layer\.(\d+)/.exec(own)?.[1] ?? "";
        const theirs = family.tensors[own.replace(/^layer\.\d+/, "layer.#")]!.replace("#", layer);
        found.set(theirs, result[`d ${parameter.name}`]!.data as Float32Array);
      }
      expect([...found.keys()].sort()).toEqual(Object.keys(gradient_l2_norms).sort());
      for (const [theirs, norm] of Object.entries(gradient_l2_norms)) {
        // The key's bias moves all scores of a query alike, which the softmax undoes: its gradient is 0 but for rounding.
        const floor = Math.abs(norm) < 1e-8 ? 1e-7 : 1e-5 * norm + 1e-7;
        expect(Math.abs(length(found.get(theirs)!) - norm), theirs).toBeLessThan(floor);
      }
      for (const [theirs, expected] of Object.entries(gradients)) {
        const values = found.get(theirs)!;
        if ("rows" in expected) {
          const dense = new Float64Array(values.length);
          for (const [row, numbers] of Object.entries(expected.rows))
            dense.set(numbers, Number(row) * sizes.hidden);
          expect(relativeGap(values, [...dense]), theirs).toBeLessThan(1e-3);
        } else {
          expect(relativeGap(values, expected.flat()), theirs).toBeLessThan(1e-3);
        }
      }
    });
  }
}

test("the table of word-pieces gets sparse rows, never a matrix of its own size", async () => {
  const { config, initialisers } = await openModelFolder(dir);
  const { sizes } = config;
  const weight = declareWeights(new ParameterStore(), sizes, initialisers);
  const states = hiddenLayers(
    weight,
    sizes,
    embedPieces(weight, sizes, pieceInputs(sizes)),
    { from: 0, to: 1 },
    attentionInputs(sizes),
  );
  const table = weight("embeddings.word");
  const [found] = sparseGradient(reduceMean(states), [table]);
  expect(found!.kind).toBe("rows");
});
