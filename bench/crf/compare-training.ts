import { join } from "node:path";
import { ParameterStore, type StoredTensor, writeSafetensors } from "../../src/graph/index.ts";
import type { Peer } from "../engine/peer.ts";
import { makeTrainer, optimiserNumbers } from "../engine/trainer.ts";
import type { ResumeTagger } from "./resume-tagger.ts";
import { printSpeeds, takeTurns } from "./turns.ts";

export interface CompareOptions {
  readonly tagger: ResumeTagger;
  readonly peer: Peer | undefined;
  /** For files that the peer reads. */
  readonly folder: string;
  readonly rounds: number;
  readonly patience: number;
  readonly threads: number;
}

interface CompareTrainingOptions extends CompareOptions {
  readonly steps: number;
  readonly profile?: string;
  /** How PyTorch reads sentences of different lengths; nothing is measured where this is undefined. */
  readonly lstm: "packed" | "padded" | undefined;
}

/** Trains from the same weights on both sides by turns; gives the weights that came out here. */
export async function compareTraining({
  tagger,
  peer,
  folder,
  steps,
  lstm,
  ...options
}: CompareTrainingOptions): Promise<ParameterStore> {
  const isMeasured = lstm !== undefined;
  const parameters = new ParameterStore({ seed: 1 });
  const trainer = await makeTrainer(tagger.loss(parameters), parameters, options);
  const batches = tagger.batches();
  if (peer !== undefined && isMeasured) {
    const [weights, numbers] = [join(folder, "weights"), join(folder, "batches")];
    await writeSafetensors(weights, tagger.weights(parameters));
    await writeSafetensors(
      numbers,
      new Map(
        batches.flatMap(({ stored }, i) =>
          [...stored].map(([name, tensor]): [string, StoredTensor] => [`${i}.${name}`, tensor]),
        ),
      ),
    );
    await peer.ask({ do: "setup", weights, batches: numbers, lstm, optimiser: optimiserNumbers });
  }

  async function ours(chosen: readonly number[]) {
    const losses: number[] = [];
    const start = performance.now();
    for (const i of chosen) losses.push(await trainer.step(batches[i]!.feeds));
    return { seconds: (performance.now() - start) / 1000, losses };
  }
  const theirs = async (chosen: readonly number[]) =>
    peer?.ask<{ seconds: number; losses: number[]; cpu: number }>({ do: "train", batches: chosen });

  // Steps before the clock starts; the losses of both sides are the same ones.
  const warmup = [0, 1, 2, 3];
  const first = await ours(warmup);
  if (isMeasured) {
    const other = await theirs(warmup);
    // Padding changes what the LSTM reads from the end.
    if (other !== undefined && lstm === "packed") checkLosses(first.losses, other.losses);
    let next = warmup.length;
    const turns = await takeTurns(options, () => {
      const chosen = Array.from({ length: steps }, (_, i) => (next + i) % batches.length);
      next += steps;
      return {
        words: chosen.reduce((sum, i) => sum + batches[i]!.words, 0),
        ours: () => ours(chosen),
        theirs: () => theirs(chosen),
      };
    });
    printSpeeds(
      `training, BiLSTM 150 and CRF of ${tagger.tags.count} tags, 32 sentences a step; theirs ${lstm}`,
      turns,
    );
  }
  await trainer.dispose();
  return parameters;
}

function checkLosses(ours: readonly number[], theirs: readonly number[]): void {
  const differs = ours.map((loss, i) => Math.abs(loss - theirs[i]!) / theirs[i]!);
  // PyTorch's LSTM has two biases, which move twice as far, and its table is updated as a whole: hence the difference later.
  console.log(
    `losses differ by ${differs[0]!.toExponential(1)} at first and ${differs.at(-1)!.toExponential(1)} after ${ours.length} steps`,
  );
  if (!(differs[0]! < 1e-5 && differs.at(-1)! < 1e-2)) throw new Error("the two sides do not train the same");
}
