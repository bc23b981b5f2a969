import { z } from "zod";
import { choose } from "../errors.ts";
import { parseSaved } from "../parse-config.ts";
import type { Encoder, EncoderConfig } from "./encoder.ts";
import { ensembleEncoder } from "./ensemble-encoder.ts";
import type { WordFeatures } from "./features/word-features.ts";
import { bilstmEncoder, bilstmSizes } from "./from-scratch/bilstm-encoder.ts";
import { cnnEncoder, cnnSizes } from "./from-scratch/cnn-encoder.ts";
import { queriedEncoder } from "./queried-encoder.ts";
import { restoreRecurrent } from "./recurrent/make-recurrent.ts";
import { restoreTransformer } from "./transformer/make-transformer.ts";
import { createWordFeatures } from "./word-feature-kinds.ts";

type Files = ReadonlyMap<string, Uint8Array>;

/** Restores one kind of encoder. */
type CreateEncoder = (config: EncoderConfig, files: Files, features: readonly WordFeatures[]) => Encoder;

/** Every encoder by the `kind` of its saved config. To add one, add a row. */
const encoders: Readonly<Record<string, CreateEncoder>> = Object.freeze({
  cnn: (config, _, features) => {
    const { kind: __, features: ___, ...sizes } = parseSaved(saved("cnn", cnnSizes.shape), config, "encoder");
    return cnnEncoder({ ...sizes, features });
  },
  bilstm: (config, _, features) => {
    const {
      kind: __,
      features: ___,
      ...sizes
    } = parseSaved(saved("bilstm", bilstmSizes.shape), config, "encoder");
    return bilstmEncoder({ ...sizes, features });
  },
  transformer: restoreTransformer,
  recurrent: restoreRecurrent,
  ensemble: (config, files) => {
    const { members, of } = parseSaved(savedEnsemble, config, "encoder");
    return ensembleEncoder(createEncoder(of, files), members);
  },
  queried: (config, files) => {
    const { queries, of } = parseSaved(savedQueries, config, "encoder");
    return queriedEncoder(createEncoder(of, files), queries) as Encoder;
  },
});

const savedQueries = z.strictObject({
  kind: z.literal("queried"),
  queries: z.array(z.array(z.string())).min(1).max(1000),
  of: z.looseObject({ kind: z.string() }),
});

const savedEnsemble = z.strictObject({
  kind: z.literal("ensemble"),
  // More than anybody trains; a damaged file with a billion would take all memory.
  members: z.int().positive().max(1000),
  of: z.looseObject({ kind: z.string() }),
});

const anyEncoder = z.looseObject({ kind: z.string(), features: z.array(z.unknown()).default([]) });

/** Restores an encoder from its saved config and files; the caller loads its weights into the store. */
export function createEncoder(config: EncoderConfig, files: Files = new Map()): Encoder {
  const { kind, features } = parseSaved(anyEncoder, config, "encoder");
  const create = choose("encoder", encoders, kind);
  return create(
    config,
    files,
    features.map((feature) => createWordFeatures(feature, files)),
  );
}

function saved<S extends z.ZodRawShape>(kind: string, sizes: S) {
  return z.strictObject({ kind: z.literal(kind), features: z.array(z.unknown()), ...sizes });
}
