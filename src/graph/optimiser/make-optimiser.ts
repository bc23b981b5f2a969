import { UserError } from "../../errors.ts";
import { kernels } from "../kernels/kernels.ts";
import { wasmKernelsFor } from "../kernels/wasm-kernels.ts";
import { matchesAny } from "../parameters/name-pattern.ts";
import type { Parameter } from "../parameters/parameter-store.ts";
import type { GradientsByName, GradientValues, Optimiser, OptimiserOptions } from "./optimiser.ts";
import { ParameterState } from "./parameter-state.ts";
import { type RowRoom, type SummedRows, sumRows } from "./sum-rows.ts";
import type { UpdateRule } from "./update-rule.ts";

/** A gradient ready for use: in the parameter's memory, or with repeated rows summed. */
type Prepared =
  | { readonly kind: "dense"; readonly values: Float32Array }
  | { readonly kind: "rows"; readonly rows: SummedRows };

/** Added to the norm before dividing by it, as PyTorch does. */
const CLIP_EPSILON = 1e-6;

/** Everything optimisers have in common: groups, clipping, rows, state. The rule does the rest. */
export function makeOptimiser(
  parameters: Iterable<Parameter>,
  rule: UpdateRule,
  { learningRate, weightDecay = 0, groups = [], clipNorm }: OptimiserOptions,
): Optimiser {
  const members = new Map(
    Array.from(parameters, (parameter) => {
      const group = groups.find(({ match }) => matchesAny(match, parameter.name));
      const state = new ParameterState(parameter, rule);
      return [
        parameter.name,
        {
          state,
          rate: group?.learningRate ?? learningRate,
          decay: group?.weightDecay ?? weightDecay,
        },
      ];
    }),
  );

  const rooms = new Map<string, RowRoom>();

  return {
    step(gradients, rateFactor = 1) {
      refuseStrangers(gradients);
      const work = [...members.values()].flatMap(({ state, ...group }) => {
        const gradient = gradients.get(state.parameter.name);
        return gradient === undefined ? [] : [{ state, group, gradient: prepare(state, gradient, rooms) }];
      });
      let norm: number | undefined;
      let gradientScale = 1;
      if (clipNorm !== undefined) {
        norm = globalNorm(work.map(({ gradient }) => gradient));
        if (!Number.isFinite(norm)) return { norm, applied: false };
        gradientScale = Math.min(1, clipNorm / (norm + CLIP_EPSILON));
      }
      for (const { state, group, gradient } of work) {
        const numbers = { rate: group.rate * rateFactor, decay: group.decay, gradientScale };
        if (gradient.kind === "dense") state.moveAll(gradient.values, numbers);
        else state.moveRows(gradient.rows, numbers);
      }
      return { norm, applied: true };
    },

    state() {
      const states = Array.from(members.values(), ({ state }) => state);
      return {
        info: { kind: rule.kind, updates: states.map(({ parameter, updates }) => [parameter.name, updates]) },
        tensors: new Map(states.flatMap((state) => state.tensors())),
      };
    },

    restore({ info, tensors }) {
      if (info.kind !== rule.kind) {
        throw new UserError(
          `the optimiser state is of kind "${info.kind}", but the optimiser is "${rule.kind}"`,
        );
      }
      const updates = new Map(info.updates);
      for (const [name, { state }] of members) state.restore(updates.get(name) ?? 0, tensors);
    },
  };

  function refuseStrangers(gradients: GradientsByName): void {
    for (const name of gradients.keys()) {
      if (!members.has(name)) throw new Error(`there is a gradient for "${name}", which is not optimised`);
    }
  }
}

/** `√Σg²` over all gradients, in float64 and always in the same order. */
function globalNorm(gradients: readonly Prepared[]): number {
  let sum = 0;
  for (const gradient of gradients) {
    sum += kernels.squaredNorm(gradient.kind === "dense" ? gradient.values : gradient.rows.values);
  }
  return Math.sqrt(sum);
}

function prepare(state: ParameterState, gradient: GradientValues, rooms: Map<string, RowRoom>): Prepared {
  const { parameter, width } = state;
  if (gradient.kind === "rows") {
    const tableRows = parameter.shape[0] ?? 0;
    // While gradients come by rows, nothing else needs the table's room for dense ones.
    const room = rooms.get(parameter.name) ?? {
      sums: parameter.companion("gradient"),
      spare: parameter.companion("sum"),
    };
    rooms.set(parameter.name, room);
    return { kind: "rows", rows: sumRows(gradient.indices, gradient.rows, { width, tableRows, room }) };
  }
  if (gradient.values.length !== parameter.values.length) {
    throw new Error(
      `the gradient of "${parameter.name}" has ${gradient.values.length} numbers, not ${parameter.values.length}`,
    );
  }
  const { buffer } = parameter.values;
  if (gradient.values.buffer === buffer || wasmKernelsFor(buffer) === undefined) return gradient;
  // Copying is cheaper than leaving the WebAssembly kernel, which needs everything in one memory.
  const values = parameter.companion("gradient");
  values.set(gradient.values);
  return { kind: "dense", values };
}
