import { describeEncoder } from "../../../test/support/models/describe-encoder.ts";
import { everyFeature, smallSpelling } from "../../../test/support/models/small-features.ts";
import { cnnEncoder } from "./cnn-encoder.ts";

describeEncoder("cnn", () => cnnEncoder({ width: 12, depth: 2, dropout: 0.2, features: [smallSpelling()] }));

describeEncoder("cnn with every feature, maxout and a wider window", () =>
  cnnEncoder({
    width: 8,
    depth: 1,
    window: 2,
    activation: "maxout",
    pieces: 2,
    dropout: 0.2,
    features: everyFeature(),
  }),
);
