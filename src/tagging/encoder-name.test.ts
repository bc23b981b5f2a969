import { expect, test } from "vitest";
import { bilstmEncoder, ensembleEncoder } from "../encoders/index.ts";
import { encoderName } from "./encoder-name.ts";

test("an encoder is called by its kind, an ensemble by its members", () => {
  expect(encoderName(bilstmEncoder().config)).toBe("bilstm");
  expect(encoderName(ensembleEncoder(bilstmEncoder(), 3).config)).toBe("3 × bilstm");
});
