import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { methods } from "../../methods/index.ts";
import { configSchema } from "./config.ts";
import { describeConfig } from "./describe-config.ts";
import { innerSchema, objectsOf } from "./schema-keys.ts";

const page = describeConfig(methods);

test("docs/config.md is what the code says; `vitest run` with -u writes it anew", async () => {
  await expect(page).toMatchFileSnapshot(join(import.meta.dirname, "../../../docs/config.md"));
});

/** Every key of a schema that is no object itself, with dots, and what is said about it. */
function leaves(
  schema: z.core.$ZodType,
  prefix: string,
): (readonly [path: string, about: string | undefined])[] {
  return objectsOf(schema).flatMap(({ shape }) =>
    Object.entries(shape).flatMap(([key, value]) => {
      if (innerSchema(value) instanceof z.ZodLiteral && key === "kind") return [];
      const inner = leaves(value, `${prefix}${key}.`);
      return inner.length > 0 ? inner : [[`${prefix}${key}`, describedAs(value)] as const];
    }),
  );
}

function describedAs(schema: z.core.$ZodType): string | undefined {
  return z.globalRegistry.get(schema)?.description;
}

test.each(Object.values(methods))("every key of $name is on the page, and says what it means", (method) => {
  const found = leaves(configSchema(method), "");
  expect(found.length).toBeGreaterThan(50);
  expect(found.filter(([path]) => !page.includes(`| \`${path}\` |`)).map(([path]) => path)).toEqual([]);
  expect(found.filter(([, about]) => about === undefined).map(([path]) => path)).toEqual([]);
});

test("defaults and bounds are those of the schema", () => {
  expect(page).toContain("| `optimiser.warmup` | number ≥ 0, < 1 | `0.1` | Share of the steps");
  expect(page).toContain("| `epochs` | whole number > 0 or null | `null` |");
  expect(page).toContain("#### `encoder` of kind `bilstm`");
});
