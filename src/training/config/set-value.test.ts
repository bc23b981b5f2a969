import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mergeConfig } from "./merge-config.ts";
import { setValue, setValues } from "./set-value.ts";

describe("one assignment", () => {
  test.each<[string, unknown]>([
    ["seed=3", { seed: 3 }],
    ["optimiser.learningRate=1e-3", { optimiser: { learningRate: 0.001 } }],
    ["dev=null", { dev: null }],
    ["a.b.c=true", { a: { b: { c: true } } }],
    ['train=["a.jsonl:partial","b"]', { train: ["a.jsonl:partial", "b"] }],
    ["encoder.dir=models/x=y", { encoder: { dir: "models/x=y" } }],
    ["dev=dev.jsonl", { dev: "dev.jsonl" }],
    ["dev=", { dev: "" }],
    ['dev="3"', { dev: "3" }],
    [" seed = 3 ", { seed: 3 }],
    ['sampler={"kind":"uniform"}', { sampler: { kind: "uniform" } }],
  ])("%s", (text, value) => {
    expect(setValue(text)).toEqual(value);
  });

  test.each(["seed", "=3", "a..b=1", ".a=1", "a.=1", ""])("%j is refused", (text) => {
    expect(() => setValue(text)).toThrow(`cannot read --set "${text}"`);
  });
});

const key = fc.oneof(
  fc.constantFrom("a", "b", "c", "__proto__", "constructor", "toString"),
  fc.string({ minLength: 1 }).filter((text) => !/[.=]|^\s|\s$/.test(text)),
);

/** What stands at the end of a path, by own properties alone. */
function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => {
    expect(Object.hasOwn(inner as object, name)).toBe(true);
    return Object.getOwnPropertyDescriptor(inner, name)!.value;
  }, value);
}

describe("several assignments", () => {
  test("any JSON value comes back at its path, whatever the keys are called", () => {
    fc.assert(
      fc.property(fc.array(key, { minLength: 1, maxLength: 4 }), fc.jsonValue(), (path, value) => {
        const read = setValue(`${path.join(".")}=${JSON.stringify(value)}`);
        expect(JSON.stringify(at(read, path))).toBe(JSON.stringify(value));
        expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
        expect({}).not.toHaveProperty("polluted");
      }),
    );
    setValues(['__proto__.polluted="yes"', 'constructor.prototype.polluted="yes"']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test("the last one wins", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(key, fc.integer()), { minLength: 1, maxLength: 8 }), (pairs) => {
        const read = setValues(pairs.map(([name, value]) => `x.${name}=${value}`));
        for (const [name, value] of new Map(pairs)) expect(at(read, ["x", name])).toBe(value);
      }),
    );
  });

  test("the order of a kind and its other keys does not matter", () => {
    const expected = { sampler: { kind: "uniform", rate: 0.5 } };
    expect(setValues(["sampler.kind=uniform", "sampler.rate=0.5"])).toEqual(expected);
    expect(setValues(["sampler.rate=0.5", "sampler.kind=uniform"])).toEqual(expected);
  });
});

describe("merging", () => {
  test.each<[string, unknown, unknown, unknown]>([
    ["keys beside stay", { a: { b: 1, c: 2 } }, { a: { b: 3 } }, { a: { b: 3, c: 2 } }],
    ["lists are replaced", { a: [1, 2] }, { a: [3] }, { a: [3] }],
    ["null replaces an object", { a: { b: 1 } }, { a: null }, { a: null }],
    ["an object replaces what is none", { a: "auto" }, { a: { b: 1 } }, { a: { b: 1 } }],
    ["another kind drops old keys", { a: { kind: "x", b: 1 } }, { a: { kind: "y" } }, { a: { kind: "y" } }],
    [
      "the same kind keeps them",
      { a: { kind: "x", b: 1 } },
      { a: { kind: "x" } },
      { a: { kind: "x", b: 1 } },
    ],
  ])("%s", (_, base, patch, merged) => {
    const before = JSON.stringify(base);
    expect(mergeConfig(base, patch)).toEqual(merged);
    expect(JSON.stringify(base)).toBe(before);
  });

  test("a value merged into itself is itself", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(mergeConfig(value, value)).toEqual(value);
      }),
    );
  });
});
