import { ParameterStore } from "../../src/graph/index.ts";
import { Random } from "../../src/random.ts";
import { memoryNow } from "./memory.ts";
import { makeTrainer } from "./trainer.ts";
import { transformerLoss } from "./transformer.ts";

/** Before anything is measured: V8 enlarges its room for short-lived objects over some hundred steps, then stays. */
const WARM_UP = 1000;

/** Megabytes held after 100 and after `steps` steps of a small model, with batches of ever different size. */
export async function measureLeak(steps: number, threads: number): Promise<{ early: number; late: number }> {
  const dim = 64;
  const words = 8;
  const store = new ParameterStore();
  const shape = { layers: 2, dim, heads: 4, inner: 128, labels: 9, vocabulary: 500 };
  const loss = transformerLoss(store, shape, { kind: "packed" });
  const trainer = await makeTrainer(loss, store, { threads });
  const random = new Random(1);
  let early = 0;
  for (let step = 1 - WARM_UP; step <= steps; step++) {
    const sentences = 4 + random.below(9);
    const tokens = sentences * words;
    const whole = (limit: number) =>
      BigInt64Array.from({ length: tokens }, () => BigInt(random.below(limit)));
    const places = BigInt64Array.from({ length: tokens }, (_, i) => BigInt(i));
    await trainer.step({
      ids: { data: whole(500), shape: [tokens] },
      labels: { data: whole(9), shape: [tokens] },
      places: { data: places, shape: [sentences, words] },
      back: { data: places, shape: [tokens] },
      bias: { data: new Float32Array(tokens), shape: [sentences, 1, 1, words] },
    });
    if (step === 100) early = settled();
  }
  const late = settled();
  await trainer.dispose();
  return { early, late };
}

/** After collecting garbage, so that what is measured is what is held. */
function settled(): number {
  (globalThis as { gc?: () => void }).gc?.();
  return memoryNow();
}
