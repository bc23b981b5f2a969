import { describeEncoder } from "../../../test/support/models/describe-encoder.ts";
import { everyFeature } from "../../../test/support/models/small-features.ts";
import { initialise } from "../../graph/index.ts";
import type { TransformerDesign } from "./design.ts";
import { hashedPieces } from "./hashed-pieces.ts";
import { randomTransformer } from "./make-transformer.ts";
import { transformerEncoder } from "./transformer-encoder.ts";
import { parameterShapes } from "./transformer-sizes.ts";

// Windows of 24 pieces, so that long sentences need several.
const small = { hidden: 8, heads: 2, layers: 2, inner: 12, vocabulary: 60, maxPositions: 24 };

describeEncoder("transformer", () => randomTransformer(small));

describeEncoder("transformer, mean of pieces, upper layer trained", () =>
  randomTransformer({ ...small, pooling: "mean", sentence: "mean", frozenLayers: 1 }),
);

describeEncoder("transformer, first and last piece, upper layer trained", () =>
  randomTransformer({ ...small, pooling: "first-last", frozenLayers: 1 }),
);

describeEncoder("transformer, first and last piece, all layers frozen", () =>
  randomTransformer({ ...small, pooling: "first-last", dim: 6, frozenLayers: 2 }),
);

describeEncoder("transformer with word features, all layers frozen", () =>
  randomTransformer({ ...small, pooling: "last", dim: 6, features: everyFeature(), frozenLayers: 2 }),
);

/** The same in another design, with weights large enough to tell neighbours apart. */
function designed(design: TransformerDesign) {
  const { config } = randomTransformer(small);
  const sizes = { ...config.sizes, design };
  const matrices = [...parameterShapes(sizes)].filter(([, shape]) => shape.length === 2);
  return transformerEncoder({
    config: { ...config, sizes },
    tokenizer: hashedPieces({ vocabulary: small.vocabulary, length: 4 }),
    features: [],
    files: new Map(),
    initialisers: new Map(matrices.map(([name]) => [name, initialise.normal(0.3)])),
  });
}

describeEncoder("DeBERTa", () =>
  designed({
    kind: "deberta",
    absolutePositions: false,
    positionBuckets: 6,
    maxDistance: 24,
    contentToPosition: true,
    positionToContent: true,
    sharedKeys: true,
    distanceNorm: true,
  }),
);

describeEncoder("ModernBERT", () =>
  designed({
    kind: "modernbert",
    localReach: 2,
    localLayers: [false, true],
    ropeTheta: 100,
    localRopeTheta: 10,
  }),
);
