import { describeEncoder } from "../../../test/support/models/describe-encoder.ts";
import { everyFeature } from "../../../test/support/models/small-features.ts";
import { randomTransformer } from "./make-transformer.ts";

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
