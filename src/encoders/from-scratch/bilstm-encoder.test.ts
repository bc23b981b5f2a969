import { describeEncoder } from "../../../test/support/models/describe-encoder.ts";
import { everyFeature, smallSpelling } from "../../../test/support/models/small-features.ts";
import { bilstmEncoder } from "./bilstm-encoder.ts";

describeEncoder("bilstm", () => bilstmEncoder({ hidden: 6, features: [smallSpelling()] }));

describeEncoder("bilstm of two layers with every feature", () =>
  bilstmEncoder({ hidden: 5, layers: 2, dropout: 0.4, features: everyFeature() }),
);
