import { openModelFolder } from "../../src/encoders/transformer/hugging-face-folder.ts";
import {
  add,
  attention,
  type Dim,
  gather,
  gelu,
  input,
  layerNorm,
  linear,
  type Node,
  parameter,
  reshape,
  Session,
  type SessionOptions,
  slice,
  type Tensor,
} from "../../src/graph/index.ts";

/** The last hidden states of a padded batch, `[batch, longest, hidden]`. */
interface PaddedModel {
  run(batch: readonly (readonly number[])[]): Promise<Float32Array>;
  dispose(): Promise<void>;
}

/**
 * The same weights as most people run them in onnxruntime-node: one rectangle of ids, as wide as the longest
 * sentence of the batch, a mask for attention, and all layers over all places, padding included.
 */
export async function paddedModel(
  dir: string,
  options: Pick<SessionOptions, "threads" | "spinning">,
): Promise<PaddedModel> {
  const { config, initialisers } = await openModelFolder(dir);
  const { sizes } = config;
  const baked: Record<string, Tensor> = {};
  const weight = (name: string, shape: readonly number[]): Node => {
    if (!Object.hasOwn(baked, name)) {
      const data = new Float32Array(shape.reduce((product, dim) => product * dim, 1));
      initialisers.get(name)!(data, shape, undefined as never);
      baked[name] = { data, shape };
    }
    return parameter(name, shape);
  };
  const { hidden, inner, heads, epsilon } = sizes;
  const dense = (x: Node, name: string, from: number, to: number) =>
    linear(x, weight(`${name}.weight`, [to, from]), weight(`${name}.bias`, [to]));
  const norm = (x: Node, name: string) =>
    layerNorm(x, weight(`${name}.weight`, [hidden]), weight(`${name}.bias`, [hidden]), epsilon);

  const [batch, words]: [Dim, Dim] = ["batch", "longest"];
  const ids = input("ids", [batch, words], "int64");
  const positions = input("positions", [words], "int64");
  const bias = input("bias", [batch, 1, 1, words]);
  const place = gather(weight("embeddings.position", [sizes.positions, hidden]), positions);
  const type = slice(weight("embeddings.type", [sizes.types, hidden]), 0, 0, 1);
  const word = gather(weight("embeddings.word", [sizes.vocabulary, hidden]), ids);
  let x = reshape(norm(add(word, add(place, type)), "embeddings.norm"), [-1, hidden]);
  for (let layer = 0; layer < sizes.layers; layer++) {
    const at = `layer.${layer}`;
    const [query, key, value] = ["query", "key", "value"].map((part) =>
      dense(x, `${at}.${part}`, hidden, hidden),
    ) as [Node, Node, Node];
    const mixed = attention(query, key, value, { heads, batch, words, bias });
    x = norm(add(x, dense(mixed, `${at}.output`, hidden, hidden)), `${at}.norm1`);
    const expanded = gelu(dense(x, `${at}.up`, hidden, inner));
    x = norm(add(x, dense(expanded, `${at}.down`, inner, hidden)), `${at}.norm2`);
  }
  const session = await Session.compile({
    outputs: { states: reshape(x, [batch, words, hidden]) },
    baked,
    ...options,
  });
  return {
    async run(sentences) {
      const longest = Math.max(...sentences.map(({ length }) => length));
      const shape = [sentences.length, longest];
      const own = new BigInt64Array(sentences.length * longest);
      const blocked = new Float32Array(own.length).fill(-1e9);
      sentences.forEach((pieces, row) => {
        pieces.forEach((id, i) => {
          own[row * longest + i] = BigInt(id);
          blocked[row * longest + i] = 0;
        });
      });
      const { states } = await session.run({
        ids: { data: own, shape },
        positions: { data: BigInt64Array.from({ length: longest }, (_, i) => BigInt(i)), shape: [longest] },
        bias: { data: blocked, shape: [sentences.length, 1, 1, longest] },
      });
      return states!.data as Float32Array;
    },
    dispose: () => session.dispose(),
  };
}
