import { join } from "node:path";
import { chainTransitions, scoreTransitions, viterbiDecoder } from "../../src/chains/index.ts";
import { batchesByLength } from "../../src/encoders/index.ts";
import { indexTensor } from "../../src/graph/dtype.ts";
import {
  type ParameterStore,
  type StoredTensor,
  type Tensors,
  writeSafetensors,
} from "../../src/graph/index.ts";
import { Predictor } from "../../src/models/index.ts";
import type { CompareOptions } from "./compare-training.ts";
import { printSpeeds, takeTurns } from "./turns.ts";

/** Decodes the scores of a model over all of Resume's training sentences on both sides by turns. */
export async function compareDecoding(
  { tagger, peer, folder, ...options }: CompareOptions,
  parameters: ParameterStore,
): Promise<void> {
  const { encoder, model, tags, prepared } = tagger;
  const predictor = await Predictor.compile({
    encoder,
    model,
    parameters,
    session: { threads: options.threads },
  });
  const costs = prepared.map(({ cost }) => cost);
  // As tagging deals them: 2048 words at once.
  const batches = batchesByLength(costs, { cost: 2048 }).map((batch) => batch.map((i) => prepared[i]!));
  const outputs: Tensors[] = [];
  for (const batch of batches) outputs.push(await predictor.outputs(batch));
  await predictor.dispose();

  const file = join(folder, "scores");
  const floats = ({ data, shape }: Tensors[string]): StoredTensor =>
    ({ dtype: "F32", shape, data }) as StoredTensor;
  const stored = batches.flatMap((batch, i): [string, StoredTensor][] => {
    const { data } = indexTensor(batch.map(({ words }) => words));
    return [
      [`${i}.emissions`, floats(outputs[i]!.emissions!)],
      [`${i}.lengths`, { dtype: "I64", shape: [batch.length], data } as StoredTensor],
    ];
  });
  const chain = (["transitions", "start", "end"] as const).map((name): [string, StoredTensor] => [
    name,
    floats(outputs[0]![name]!),
  ]);
  await writeSafetensors(file, new Map([...chain, ...stored]));

  const moves = chainTransitions(tags.count, tags);
  async function ours() {
    const paths: Int32Array[] = [];
    const start = performance.now();
    batches.forEach((batch, i) => {
      const { emissions, transitions, start, end } = outputs[i]! as Record<string, { data: Float32Array }>;
      const decode = viterbiDecoder(
        scoreTransitions(moves, { transitions: transitions!.data, start: start!.data, end: end!.data }),
      );
      let row = 0;
      for (const { words } of batch) {
        paths.push(decode({ emissions: emissions!.data, row, words }).path.slice());
        row += words;
      }
    });
    return { seconds: (performance.now() - start) / 1000, paths };
  }
  const theirs = async () =>
    peer?.ask<{ seconds: number; paths: number[][]; cpu: number }>({ do: "viterbi", scores: file });

  const words = costs.reduce((sum, own) => sum + own, 0);
  const [mine, other] = [await ours(), await theirs()];
  if (other !== undefined) {
    const different = mine.paths.filter((path, i) =>
      path.some((tag, j) => tag !== other.paths[i]![j]),
    ).length;
    console.log(`\nof ${mine.paths.length} best sequences ${different} differ`);
    // Sums in single and double precision may be level in one and not in the other.
    if (different > mine.paths.length / 1000) throw new Error("the two sides do not decode the same");
  }
  printSpeeds(
    `best tag sequences of ${tags.count} tags, 2048 words at once`,
    await takeTurns(options, () => ({ words, ours, theirs })),
  );
  const start = performance.now();
  const found = batches.reduce((sum, batch, i) => sum + model.decode(outputs[i]!, batch).flat().length, 0);
  const seconds = (performance.now() - start) / 1000;
  console.log(
    `  with entities and their probabilities: ${Math.round(words / seconds).toLocaleString("en")} words/s (${found} entities)`,
  );
}
