import type { Encoder } from "../../encoders/index.ts";
import { UserError } from "../../errors.ts";
import {
  type AxisKeys,
  copyByKeys,
  fitsByKeys,
  type Parameter,
  type ParameterStore,
  SafetensorsFile,
} from "../../graph/index.ts";
import type { Model } from "../../models/index.ts";
import type { StartModel } from "./start-model.ts";

interface CarryOptions {
  readonly parameters: ParameterStore;
  readonly encoder: Encoder;
  readonly model: Model;
}

/** What was taken over of the model that a run begins with. */
export interface CarriedWeights {
  /** Whether the head was, with the rows of labels that both know; else only the encoder. */
  readonly head: boolean;
}

/**
 * Puts the weights of a model in place of drawn ones: those of the encoder, which must all be there, and those of the head,
 * if it is of the same kind and sizes. Rows that stand for labels or words are found by these; new ones stay as drawn, or
 * begin as the model wants them to.
 */
export async function carryWeights(
  { parameters, encoder, model }: CarryOptions,
  start: StartModel,
): Promise<CarriedWeights> {
  const file = await SafetensorsFile.open(start.weights);
  try {
    const pairs = [...parameters].map((parameter) => {
      const source = sourcesOf(parameter.name, file.tensors).find((name) => file.tensors.has(name));
      return { parameter, source, isFit: source !== undefined && fits(parameter, source) };
    });
    const [ofEncoder, ofHead] = [true, false].map((wanted) =>
      pairs.filter(({ parameter }) => isOfEncoder(parameter.name) === wanted),
    ) as [typeof pairs, typeof pairs];
    const unfit = ofEncoder.filter(({ isFit }) => !isFit).map(({ parameter }) => `"${parameter.name}"`);
    if (unfit.length > 0) {
      const more = unfit.length > 3 ? ` and ${unfit.length - 3} more` : "";
      throw new UserError(
        `the encoder of the model "${start.name}" does not fit this run: ${unfit.slice(0, 3).join(", ")}${more}`,
        { hint: "keep the encoder, features, vectors and dictionary of the model, or train without --from" },
      );
    }
    const head = ofHead.every(({ isFit }) => isFit);
    for (const { parameter, source } of head ? pairs : ofEncoder) await take(parameter, source!);
    return { head };
  } finally {
    await file.close();
  }

  function fits({ name, shape }: Parameter, source: string): boolean {
    return fitsByKeys(
      { shape, keys: keysOf(name, { encoder, model }) },
      { shape: file.tensors.get(source)!.shape, keys: keysOf(source, start) },
    );
  }

  async function take(parameter: Parameter, source: string): Promise<void> {
    const { shape } = file.tensors.get(source)!;
    const keys = keysOf(parameter.name, { encoder, model });
    if (keys.every((own) => own === null)) {
      await parameters.fill(parameter.name, (target) => file.readFloat32(source, target));
      return;
    }
    const first = model.newRows.get(parameter.name);
    if (first !== undefined) parameter.values.fill(first);
    const values = new Float32Array(shape.reduce((product, size) => product * size, 1));
    await file.readFloat32(source, values);
    copyByKeys(
      { values: parameter.values, shape: parameter.shape, keys },
      { values, shape, keys: keysOf(source, start) },
    );
  }
}

/** Weights of an encoder, also of members of an ensemble and of a second one that reads types. */
const ENCODER = /^(types\.)?encoder\.(?:member(\d+)\.)?(.+)$/;
const HEAD = /^head\.(?:member(\d+)\.)?(.+)$/;

function isOfEncoder(name: string): boolean {
  return ENCODER.test(name);
}

function keysOf(
  name: string,
  {
    encoder,
    model,
  }: { readonly encoder: Pick<Encoder, "axisKeys">; readonly model: Pick<Model, "axisKeys"> },
): NonNullable<ReturnType<AxisKeys["get"]>> {
  const [, , , rest] = name.match(ENCODER) ?? [];
  const found = rest === undefined ? model.axisKeys.get(name) : encoder.axisKeys?.get(`encoder.${rest}`);
  return found ?? [];
}

/**
 * Where the values of a weight may come from, best first: the weight itself; for a member of an ensemble another member or
 * the only encoder; for the only encoder the first member; for an encoder of types that of the text.
 */
function sourcesOf(name: string, tensors: ReadonlyMap<string, unknown>): string[] {
  const [, scope = "", member, rest] = name.match(ENCODER) ?? [];
  if (rest !== undefined) {
    const own = membersOf(`${scope}encoder.`, member, rest, tensors);
    return scope === "" ? own : [...own, ...membersOf("encoder.", member, rest, tensors)];
  }
  const [, headMember, headRest] = name.match(HEAD) ?? [];
  return headRest === undefined ? [name] : membersOf("head.", headMember, headRest, tensors);
}

function membersOf(
  prefix: string,
  member: string | undefined,
  rest: string,
  tensors: ReadonlyMap<string, unknown>,
): string[] {
  const of = (number: number) => `${prefix}member${number}.${rest}`;
  let count = 0;
  while (tensors.has(of(count + 1))) count++;
  const other = count === 0 ? [] : [of(member === undefined ? 1 : ((Number(member) - 1) % count) + 1)];
  return [...other, `${prefix}${rest}`];
}
