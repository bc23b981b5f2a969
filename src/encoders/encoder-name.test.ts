import { expect, test } from "vitest";
import { bilstmEncoder } from "./bilstm-encoder.ts";
import { encoderName } from "./encoder-name.ts";
import { panelEncoder } from "./panel-encoder.ts";

test("an encoder is called by its kind, a panel by its members", () => {
  expect(encoderName(bilstmEncoder().config)).toBe("bilstm");
  expect(encoderName(panelEncoder(bilstmEncoder(), 3).config)).toBe("3 × bilstm");
});
