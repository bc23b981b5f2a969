import { entryOf, zip } from "../../entries.ts";
import { sparseGradient } from "../autodiff/gradient.ts";
import { floatsOf, integersOf, type Tensor, type Tensors } from "../dtype.ts";
import { isOp, type Node } from "../node.ts";
import type { GradientsByName, GradientValues } from "../optimiser/optimiser.ts";
import type { Parameter, ParameterStore } from "../parameters/parameter-store.ts";
import { Session, type SessionOptions } from "./session.ts";

export interface GradientStepOptions extends Omit<SessionOptions, "outputs" | "bound" | "into" | "baked"> {
  /** A scalar. */
  readonly loss: Node;
  readonly parameters: ParameterStore;
  /** Further outputs of each run, by name. */
  readonly outputs?: Readonly<Record<string, Node>>;
}

export interface GradientStepResult {
  readonly loss: number;
  /** For an optimiser. Dense gradients lie in the parameters' own arrays until the next run. */
  readonly gradients: GradientsByName;
  readonly outputs: Readonly<Record<string, Tensor>>;
}

/**
 * A loss and its gradients compiled into one model, so that forward and backward are one run. Reads the
 * weights where they lie in the store, so what an optimiser writes there is what the next run sees.
 *
 *     const step = await GradientStep.compile({ loss, parameters });
 *     const optimiser = adamW(step.trained, { learningRate: 1e-3 });
 *     optimiser.step((await step.run(feeds)).gradients);
 */
export class GradientStep {
  /** The parameters that get a gradient: not frozen, and the loss depends on them. */
  readonly trained: readonly Parameter[];
  readonly #session: Session;
  /** Those whose gradient is a list of rows. */
  readonly #tables: ReadonlySet<string>;
  readonly #others: readonly string[];
  readonly #isProfiled: boolean;

  private constructor(
    session: Session,
    trained: readonly Parameter[],
    tables: ReadonlySet<string>,
    { outputs = {}, profile }: GradientStepOptions,
  ) {
    this.#session = session;
    this.trained = trained;
    this.#tables = tables;
    this.#others = Object.keys(outputs);
    this.#isProfiled = profile !== undefined;
  }

  static async compile(options: GradientStepOptions): Promise<GradientStep> {
    const { loss, parameters, outputs: others = {}, ...sessionOptions } = options;
    const leaves = parameterLeaves([loss, ...Object.values(others)]);
    const behindLoss = parameterLeaves([loss]);
    const trained = parameters.trainable().filter(({ name }) => behindLoss.has(name));
    const targets = trained.flatMap(({ name }) => behindLoss.get(name) ?? []);
    const outputs: Record<string, Node> = { "loss of step": loss };
    for (const [name, node] of Object.entries(others)) outputs[`output ${name}`] = node;
    const into: Record<string, Tensor> = {};
    const tables = new Set<string>();
    for (const [parameter, gradient] of zip(trained, sparseGradient(loss, targets))) {
      const { name, shape } = parameter;
      if (gradient.kind === "dense") {
        outputs[`gradient ${name}`] = gradient.value;
        into[`gradient ${name}`] = { data: parameter.companion("gradient"), shape };
      } else {
        outputs[`rows ${name}`] = gradient.rows;
        outputs[`indices ${name}`] = gradient.indices;
        tables.add(name);
      }
    }
    const bound = Object.fromEntries(
      [...leaves.keys()].map((name) => {
        const { values, shape } = parameters.get(name);
        return [name, { data: values, shape }];
      }),
    );
    const session = await Session.compile({ ...sessionOptions, outputs, bound, into });
    return new GradientStep(session, trained, tables, options);
  }

  /** Computes loss and gradients. Feeds without an input are ignored. */
  async run(feeds: Tensors): Promise<GradientStepResult> {
    const results = await this.#session.runWith(feeds);
    const gradients = new Map<string, GradientValues>();
    for (const { name } of this.trained) {
      gradients.set(
        name,
        this.#tables.has(name)
          ? {
              kind: "rows",
              indices: integersOf(results, `indices ${name}`),
              rows: floatsOf(results, `rows ${name}`),
            }
          : { kind: "dense", values: floatsOf(results, `gradient ${name}`) },
      );
    }
    const outputs = Object.fromEntries(
      this.#others.map((name) => [name, entryOf(results, `output ${name}`)]),
    );
    const [loss = Number.NaN] = floatsOf(results, "loss of step");
    return { loss, gradients, outputs };
  }

  /** Waits for pending runs, ends profiling if it was on, and frees the session. */
  async dispose(): Promise<void> {
    if (this.#isProfiled) this.#session.endProfiling();
    await this.#session.dispose();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.dispose();
  }
}

/** The parameters that some nodes depend on, by name. */
export function parameterLeaves(roots: readonly Node[]): Map<string, Node> {
  const leaves = new Map<string, Node>();
  const seen = new Set<Node>();
  const open = [...roots];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    if (isOp(node, "parameter")) leaves.set(node.attributes.name, node);
    open.push(...node.inputs);
  }
  return leaves;
}
