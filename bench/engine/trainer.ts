import {
  adamW,
  type GradientValues,
  type Node,
  type ParameterStore,
  Session,
  sparseGradient,
  type Tensor,
  type Tensors,
} from "../../src/graph/index.ts";

/** The optimiser's numbers, the same on both sides. */
export const optimiserNumbers = { rate: 1e-4, decay: 0.01 } as const;

export interface Trainer {
  /** Forward, backward and update; returns the loss before the update. */
  step(feeds: Tensors): Promise<number>;
  dispose(): Promise<void>;
}

/** Compiles forward and backward into one session and updates the store's weights where they lie. */
export async function makeTrainer(
  loss: Node,
  store: ParameterStore,
  { threads, profile }: { threads: number; profile?: string },
): Promise<Trainer> {
  const parameters = [...store];
  const leaves = parameterLeaves(loss);
  const gradients = sparseGradient(
    loss,
    parameters.map(({ name }) => leaves.get(name)!),
  );
  const outputs: Record<string, Node> = { loss };
  const into: Record<string, Tensor> = {};
  const bound: Record<string, Tensor> = {};
  parameters.forEach((p, i) => {
    bound[p.name] = { data: p.values, shape: p.shape };
    const gradient = gradients[i]!;
    if (gradient.kind === "dense") {
      outputs[`d ${p.name}`] = gradient.value;
      into[`d ${p.name}`] = { data: p.companion("gradient"), shape: p.shape };
    } else {
      outputs[`rows ${p.name}`] = gradient.rows;
      outputs[`indices ${p.name}`] = gradient.indices;
    }
  });
  const session = await Session.compile({
    outputs,
    bound,
    into,
    threads,
    ...(profile === undefined ? {} : { profile }),
  });
  const optimiser = adamW(parameters, optimiserNumbers);
  return {
    async step(feeds) {
      const results = await session.run(feeds);
      const values = new Map<string, GradientValues>();
      parameters.forEach(({ name }, i) => {
        values.set(
          name,
          gradients[i]!.kind === "dense"
            ? { kind: "dense", values: results[`d ${name}`]!.data as Float32Array }
            : {
                kind: "rows",
                indices: results[`indices ${name}`]!.data as BigInt64Array,
                rows: results[`rows ${name}`]!.data as Float32Array,
              },
        );
      });
      optimiser.step(values);
      return results.loss!.data[0] as number;
    },
    async dispose() {
      if (profile !== undefined) session.endProfiling();
      await session.dispose();
    },
  };
}

/** The parameter leaves of a graph, by name. */
function parameterLeaves(loss: Node): Map<string, Node> {
  const leaves = new Map<string, Node>();
  const seen = new Set<Node>();
  const open = [loss];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    if (node.op === "parameter") leaves.set((node as Node<"parameter">).attributes.name, node);
    open.push(...node.inputs);
  }
  return leaves;
}
