import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bytesOf } from "../../../test/support/models/safetensors-bytes.ts";
import { UserError } from "../../errors.ts";
import { Random } from "../../random.ts";
import { SafetensorsFile } from "./safetensors-file.ts";

describe("damaged files", () => {
  /** Opens the file and reads all of it; whatever is wrong must come out as a UserError. */
  async function survive(bytes: Uint8Array): Promise<"read" | "refused"> {
    try {
      const file = await SafetensorsFile.parse(bytes, "damaged");
      let total = 0;
      for (const name of file.tensors.keys()) total += (await file.read(name)).data.byteLength;
      expect(total).toBeLessThanOrEqual(bytes.length);
      return "read";
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      expect(error.message).toMatch(/^"damaged" is not a valid safetensors file: [^\n]{1,300}$/);
      return "refused";
    }
  }

  test("thousands of mutations and truncations are read or refused, never worse", async () => {
    const header = `{"__metadata__":{"format":"pt"},"w":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]},"b":{"dtype":"F16","shape":[3],"data_offsets":[24,30]},"n":{"dtype":"I64","shape":[],"data_offsets":[30,38]}}`;
    const valid = bytesOf(header, new Uint8Array(38));
    expect(await survive(valid)).toBe("read");
    const random = new Random(2024);
    const tokens = [
      '"',
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      "-",
      "9",
      "0",
      "e",
      ".",
      "\\",
      " ",
      "\n",
      "null",
      "é",
      "1".repeat(20),
    ];
    const memory = process.memoryUsage().arrayBuffers;
    const seen = { read: 0, refused: 0 };
    for (let i = 0; i < 6000; i++) {
      let bytes = valid.slice();
      for (let edits = 1 + random.below(3); edits > 0; edits--) {
        const at = random.below(bytes.length);
        const kind = random.below(5);
        if (kind === 0) bytes[at] = random.below(256);
        else if (kind === 1) bytes = bytes.slice(0, at + 1);
        else if (kind === 2)
          bytes = Uint8Array.from([...bytes.slice(0, at), ...bytes.slice(at + 1 + random.below(9)), 0]);
        else {
          // A token in the place of another, with the header's length kept right half of the time.
          const token = new TextEncoder().encode(random.pick(tokens));
          const text = 8 + random.below(header.length);
          bytes = Uint8Array.from([...bytes.slice(0, text), ...token, ...bytes.slice(text + 1)]);
          if (kind === 3 && bytes.length >= 16) {
            const length = header.length + token.length - 1;
            new DataView(bytes.buffer).setBigUint64(0, BigInt(length), true);
          }
        }
      }
      seen[await survive(bytes)]++;
    }
    expect(seen.refused).toBeGreaterThan(4000);
    expect(seen.read).toBeGreaterThan(100); // changed numbers in the data are data
    expect(process.memoryUsage().arrayBuffers - memory).toBeLessThan(64 << 20);
  });

  test("every truncation is refused", async () => {
    const valid = bytesOf(`{"w":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}`, new Uint8Array(8));
    for (let length = 0; length < valid.length; length++) {
      expect(await survive(valid.slice(0, length))).toBe("refused");
    }
  });

  test("random bytes are refused", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        expect(await survive(bytes)).toBe("refused");
      }),
      { numRuns: 500 },
    );
  });
});
