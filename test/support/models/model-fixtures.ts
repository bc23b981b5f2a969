import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A sentence with what Hugging Face made of it; see test/fixtures/README of the workbench. */
export interface ExpectedCase {
  readonly name: string;
  readonly words: readonly string[];
  readonly input_ids: readonly number[];
  readonly word_ids: readonly (number | null)[];
  readonly last_hidden_state: readonly (readonly number[])[];
}

export interface ExpectedBatch {
  readonly name: "batch";
  readonly words: readonly (readonly string[])[];
  readonly attention_mask: readonly (readonly number[])[];
  readonly last_hidden_state: readonly (readonly (readonly number[])[])[];
}

export interface ExpectedPair extends ExpectedCase {
  readonly name: "pair";
  readonly words_pair: readonly string[];
  readonly token_type_ids: readonly number[];
  readonly sequence_ids: readonly (number | null)[];
}

export interface ExpectedGradient {
  readonly name: string;
  readonly kind: "gradient";
  /** Either the ids, or the name of the case that has them. */
  readonly input_ids?: readonly (readonly number[])[];
  readonly case?: string;
  readonly attention_mask?: readonly (readonly number[])[];
  readonly loss: number;
  readonly gradients?: Readonly<
    Record<string, { readonly rows: Record<string, number[]> } | number[] | number[][]>
  >;
  readonly gradient_l2_norms: Readonly<Record<string, number>>;
  readonly C?: readonly (readonly (readonly number[])[])[];
}

type Expected = ExpectedCase | ExpectedBatch | ExpectedPair | ExpectedGradient;

/**
 * Where the tiny models are, one of each family; `deberta-v2` has what v3 does not: positions, token types, all distances
 * told apart, and keys of their own.
 */
export const tinyModels: readonly string[] = [
  "bert",
  "roberta",
  "distilbert",
  "electra",
  "deberta-v2",
  "deberta-v3",
  "modernbert",
].map((family) => join("test", "fixtures", `${family}-tiny`));

/** The cases of a model folder, by their form. */
export function expectedOf(dir: string) {
  const all = JSON.parse(readFileSync(join(dir, "expected.json"), "utf8")) as Expected[];
  const gradients = all.filter((one): one is ExpectedGradient => "kind" in one);
  return {
    gradients,
    batch: all.find((one): one is ExpectedBatch => one.name === "batch"),
    pair: all.find((one): one is ExpectedPair => one.name === "pair"),
    plain: all.filter(
      (one): one is ExpectedCase => !("kind" in one) && one.name !== "batch" && one.name !== "pair",
    ),
  };
}

/** Where real models are; never part of this repository. */
export const sharedEncoders = process.env.LACUNA_ENCODERS ?? join("..", "shared", "encoders");

export const miniLm = join(sharedEncoders, "minilm-l6");
