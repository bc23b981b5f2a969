import { expect, test } from "vitest";
import { HeaderError } from "./header-cursor.ts";
import { parseHeader } from "./safetensors-header.ts";

const tensor = (dtype: string, shape: string, start: number | string, end: number | string) =>
  `{"dtype":"${dtype}","shape":${shape},"data_offsets":[${start},${end}]}`;

test("reads names, formats, shapes and ranges, in the order of the bytes", () => {
  const header = parseHeader(
    `{"b":${tensor("F16", "[2,3]", 8, 20)},"__metadata__":{"format":"pt","n\\n":"é"},"a":${tensor("I64", "[]", 0, 8)},"e":${tensor("U8", "[0,5]", 20, 20)} } \n `,
    20,
  );
  expect([...header.metadata]).toEqual([
    ["format", "pt"],
    ["n\n", "é"],
  ]);
  expect([...header.tensors]).toEqual([
    ["a", { dtype: "I64", shape: [], start: 0, end: 8 }], // a single number: 1 × 8 bytes
    ["b", { dtype: "F16", shape: [2, 3], start: 8, end: 20 }], // 2·3 × 2 bytes
    ["e", { dtype: "U8", shape: [0, 5], start: 20, end: 20 }], // nothing
  ]);
});

test("names like __proto__ are names", () => {
  const { tensors } = parseHeader(`{"__proto__":${tensor("U8", "[1]", 0, 1)}}`, 1);
  expect([...tensors.keys()]).toEqual(["__proto__"]);
});

const one = tensor("F32", "[2]", 0, 8);

test.each([
  ["", 0, "does not start with {"],
  [" {}", 0, "does not start with {"],
  ["[]", 0, "does not start with {"],
  ["{", 0, "expected a key of the header at character 1 of the header, found its end"],
  ["{} x", 0, 'expected the end at character 3 of the header, found "x"'],
  [`{"a":${one},}`, 8, "expected a key of the header"],
  [`{"a":${one}`, 8, 'expected "," or "}" in the header'],
  [`{"a" ${one}}`, 8, 'expected ":" after the key "a"'],
  [`{"a":${one},"a":${one}}`, 8, 'the header has the key "a" twice'],
  [`{"a":${one},"\\u0061":${one}}`, 8, 'the header has the key "a" twice'],
  [`{"a":{"dtype":"F32","dtype":"F32","shape":[2],"data_offsets":[0,8]}}`, 8, 'the key "dtype" twice'],
  [`{"__metadata__":{"k":"1","k":"2"}}`, 0, '__metadata__ has the key "k" twice'],
  [`{"__metadata__":{},"__metadata__":{}}`, 0, 'the key "__metadata__" twice'],
  [`{"__metadata__":{"k":1}}`, 0, 'expected the text of __metadata__ "k"'],
  [`{"__metadata__":"x"}`, 0, 'expected "{" of __metadata__'],
  [`{"a":[]}`, 0, 'expected "{" of tensor "a"'],
  [`{"a\n":${one}}`, 8, "a key of the header is not a valid JSON string"],
  [`{"a\\q":${one}}`, 8, "a key of the header is not a valid JSON string"],
  [`{"a\\`, 8, "a key of the header is not a valid JSON string"],
  [`{"a":{"shape":[2],"data_offsets":[0,8]}}`, 8, 'tensor "a" has no dtype'],
  [`{"a":{"dtype":"F32","data_offsets":[0,8]}}`, 8, 'tensor "a" has no shape'],
  [`{"a":{"dtype":"F32","shape":[2]}}`, 8, 'tensor "a" has no two data_offsets'],
  [`{"a":{"dtype":"F32","shape":[2],"data_offsets":[8]}}`, 8, 'tensor "a" has no two data_offsets'],
  [`{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8,9]}}`, 8, "has more than 2 numbers"],
  [`{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8],"x":1}}`, 8, 'the unknown key "x"'],
  [`{"a":${tensor("F8", "[2]", 0, 8)}}`, 8, 'has dtype "F8"; supported are F64, F32, F16, BF16,'],
  [`{"a":${tensor("constructor", "[2]", 0, 8)}}`, 8, 'has dtype "constructor"'],
  [`{"a":${tensor("F32", "[-2]", 0, 8)}}`, 8, "expected a whole number in the shape"],
  [`{"a":${tensor("F32", "[2.0]", 0, 8)}}`, 8, "expected a whole number in the shape"],
  [`{"a":${tensor("F32", "[2e0]", 0, 8)}}`, 8, "expected a whole number in the shape"],
  [`{"a":${tensor("F32", "[02]", 0, 8)}}`, 8, "expected a whole number in the shape"],
  [`{"a":${tensor("F32", "[null]", 0, 8)}}`, 8, "expected a whole number in the shape"],
  [`{"a":${tensor("F32", "[99999999999999999999]", 0, 8)}}`, 8, "a number that is too large"],
  [`{"a":${tensor("F32", "[4294967296,4294967296]", 0, 0)}}`, 0, "the shape of tensor"], // 2⁶⁴ · 4 would wrap to 0
  [`{"a":${tensor("F32", "[4294967296,4294967296,0]", 0, 0)}}`, 0, "the shape of tensor"],
  [`{"a":${tensor("F32", `[${"1,".repeat(64)}1]`, 0, 4)}}`, 4, "has more than 64 numbers"],
  [`{"a":${tensor("F32", "[2]", 8, 0)}}`, 8, "ends at byte 0, before its start 8"],
  [`{"a":${tensor("F32", "[2]", 0, 7)}}`, 7, 'tensor "a" has 7 bytes, but F32 [2] needs 8'],
  [`{"a":${tensor("F32", "[2]", 4, 12)}}`, 12, 'bytes 0 to 4, before tensor "a", belong to no tensor'],
  [`{"a":${one},"b":${tensor("F32", "[1]", 4, 8)}}`, 8, 'tensor "b" overlaps'],
  [`{"a":${one},"b":${tensor("F32", "[2]", 0, 8)}}`, 8, "overlaps the one before it"],
  [`{"a":${one}}`, 7, "its tensors need 8 bytes, but it has only 7: is it cut off?"],
  [`{"a":${one}}`, 9, "bytes 8 to 9, at the end, belong to no tensor"],
  ["{}", 1, "bytes 0 to 1, at the end, belong to no tensor"],
])("refuses %s over %i bytes", (text, bytes, reason) => {
  expect(() => parseHeader(text, bytes)).toThrow(HeaderError);
  expect(() => parseHeader(text, bytes)).toThrow(reason);
});

test("refuses more tensors than allowed", () => {
  const empty = tensor("U8", "[0]", 0, 0);
  const text = `{${Array.from({ length: 4 }, (_, i) => `"${i}":${empty}`).join()}}`;
  expect(parseHeader(text, 0, 4).tensors.size).toBe(4);
  expect(() => parseHeader(text, 0, 3)).toThrow("more than 3 tensors");
});

test("a name that is long or has line breaks stays short and on one line in the message", () => {
  const message = (name: string) => {
    try {
      parseHeader(`{${JSON.stringify(name)}:${tensor("F32", "[2]", 0, 7)}}`, 7);
      return "accepted";
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(message("a\nb\u001b")).toBe('tensor "a\\nb\\u001b" has 7 bytes, but F32 [2] needs 8');
  expect(message("x".repeat(10_000)).length).toBeLessThan(200);
});

test("megabytes of brackets, blanks, digits or quotes are refused without a crash", () => {
  const million = 4_000_000;
  for (const text of [
    `{"a":${"[".repeat(million)}`,
    `{"a":${'{"a":'.repeat(million / 4)}`,
    `{"a":{"shape":[${"1".repeat(million)}`,
    `{"a":{"shape":[${"1,".repeat(million)}`,
    `{${" ".repeat(million)}`,
    `{"${"\\".repeat(million)}`,
    `{"${"a".repeat(million)}`,
  ]) {
    expect(() => parseHeader(text, 0)).toThrow(HeaderError);
  }
});
