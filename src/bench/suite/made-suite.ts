import { existsSync } from "node:fs";
import { basename, dirname, extname, isAbsolute, relative, resolve, sep } from "node:path";
import { parseCorpusSpec } from "../../data/index.ts";
import { UserError } from "../../errors.ts";
import type { JsonObject } from "../../training/index.ts";

/** A comparison in a few words: what `lacuna bench` takes in place of a suite. Paths are seen from the working folder. */
export interface Comparison {
  /** Each with `:complete`, `:partial` or nothing. */
  readonly train: readonly string[];
  readonly dev: string;
  readonly test: string;
  readonly methods: readonly string[];
  /** Kinds of encoders, or folders (default: `cnn`). */
  readonly encoders?: readonly string[];
  /** Chances of a training label to be hidden (default: files as they are). */
  readonly mask?: readonly number[];
  /** How many (default: 1). */
  readonly seeds?: number;
  readonly epochs?: number;
  readonly minutes?: number;
  readonly vectors?: string;
  readonly dictionary?: string;
  /** Further keys of the config, by dotted names. */
  readonly set?: JsonObject;
  /** The method that others are compared with (default: the first that takes labels as they are, else the first). */
  readonly baseline?: string;
}

/** Methods that take every label for complete: what others are measured by. */
const naive: ReadonlySet<string> = new Set(["ce", "tagger"]);

/** What the results of a comparison are called: by the training file, or by its folder where the file is just "train". */
export function comparisonName({ train }: Pick<Comparison, "train">): string {
  const path = resolve(parseCorpusSpec(train[0]!).path);
  const file = basename(path, extname(path));
  const words = /^train(ing)?$/i.test(file) ? basename(dirname(path)) : file;
  // "-p0.5" at its end would look like a mask in the tables.
  const name = words.replaceAll(/[^\p{L}\p{N}._+=-]+/gu, "-").replace(/-(?=p\d)/g, "_");
  return /^[\p{L}\p{N}]/u.test(name) ? name : "data";
}

/** The suite of a comparison, to be written into `folder`: its paths are seen from there. */
export function madeSuite(comparison: Comparison, folder: string): JsonObject {
  const {
    methods,
    encoders = ["cnn"],
    mask,
    seeds = 1,
    epochs,
    minutes,
    vectors,
    dictionary,
    set,
  } = comparison;
  const name = comparisonName(comparison);
  const from = (path: string) => fromFolder(folder, path);
  const corpus = (spec: string) => {
    const { path } = parseCorpusSpec(spec);
    return `${from(path)}${spec.slice(path.length)}`;
  };
  const baseline = comparison.baseline ?? methods.find((method) => naive.has(method)) ?? methods[0]!;
  if (!methods.includes(baseline)) {
    throw new UserError(`--baseline ${baseline} is not one of the methods`, {
      hint: `choose one of: ${methods.join(", ")}`,
    });
  }
  return {
    format: 2,
    name,
    out: ".",
    title: `${methods.join(", ")} on ${name}`,
    shows: "A comparison of methods; lacuna bench made this suite from its options.",
    baseline,
    data: [
      {
        name,
        train: comparison.train.map(corpus),
        dev: corpus(comparison.dev),
        test: corpus(comparison.test),
      },
    ],
    groups: [
      {
        data: [name],
        ...(mask !== undefined && { mask: [...mask] }),
        encoders: encoders.map((encoder) => (isPath(encoder) ? asPath(from(encoder)) : encoder)),
        rows: [...methods],
        seeds,
        ...(epochs !== undefined && { epochs }),
        ...(minutes !== undefined && { minutes }),
        // What is no file is a name, which is the same from everywhere.
        ...(vectors !== undefined && {
          vectors: existsSync(vectors) || isPath(vectors) ? from(vectors) : vectors,
        }),
        ...(dictionary !== undefined && { dictionary: from(dictionary) }),
        ...(set !== undefined && { set }),
      },
    ],
  };
}

/** A path as it is seen from a folder, with slashes, so that it reads the same on every system. */
function fromFolder(folder: string, path: string): string {
  return relative(resolve(folder), resolve(path)).split(sep).join("/");
}

const isPath = (encoder: string) => /[/\\]|^\./.test(encoder);

/** A path that nobody takes for a name. */
const asPath = (path: string) => (isPath(path) || isAbsolute(path) ? path : `./${path}`);
