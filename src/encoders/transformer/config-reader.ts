import type { z } from "zod";

/** Reads keys of a `config.json`; whatever is wrong with one is an error that names it. */
export interface ConfigReader {
  /** The value of a key, which must fit the schema; the schema says the default. */
  readonly read: <S extends z.ZodType>(key: string, schema: S) => z.output<S>;
  /** @param why what follows the key in the message */
  readonly wrong: (key: string, why: string) => never;
}

/** @param refuse told what is wrong, beginning with the key */
export function configReader(
  json: Readonly<Record<string, unknown>>,
  refuse: (what: string) => never,
): ConfigReader {
  const wrong = (key: string, why: string): never => refuse(`"${key}" ${why}`);
  return {
    wrong,
    read(key, schema) {
      const { success, data, error } = schema.safeParse(json[key]);
      if (success) return data;
      return wrong(
        key,
        json[key] === undefined ? "is missing" : (error.issues[0]?.message ?? "is not valid"),
      );
    },
  };
}
