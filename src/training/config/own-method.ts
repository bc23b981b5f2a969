import { UserError } from "../../errors.ts";
import { type Method, methods, sourceVersion } from "../../methods/index.ts";

/** Methods by name: ours, and perhaps one of a program's own. */
export type Methods = Readonly<Record<string, Method>>;

/** All methods, with one of a program's own among them, if there is one. */
export function methodsWith(own: Method | undefined, table: Methods = methods): Methods {
  if (own === undefined) return table;
  checkMethod(own);
  const { name } = own;
  if (Object.hasOwn(table, name)) {
    if (table[name] === own) return table;
    throw new UserError(`there is a method "${name}" already`, { hint: "give yours another name" });
  }
  return { ...table, [name]: own };
}

/** What tells one version of a method of one's own from another; undefined for ours, which have that of Lacuna. */
export function ownVersion(method: Method, table: Methods = methods): string | undefined {
  if (table[method.name] === method) return undefined;
  return method.version ?? sourceVersion(Object.values(method));
}

function checkMethod(method: unknown): asserts method is Method {
  const wrong = (message: string) =>
    new UserError(message, {
      hint: "spanMethod(name, summary, parts) and defineMethod({ … }) make methods, see docs/methods/own.md",
    });
  if (typeof method !== "object" || method === null) {
    throw wrong(`a method is an object, not ${typeof method === "string" ? `"${method}"` : String(method)}`);
  }
  const { name, summary, options, configure } = method as Partial<Record<keyof Method, unknown>>;
  if (typeof name !== "string" || !/^[a-z][a-z0-9-]*$/.test(name)) {
    throw wrong(`a method needs a name of small letters, digits and hyphens, not ${JSON.stringify(name)}`);
  }
  if (typeof summary !== "string") throw wrong(`the method "${name}" has no summary`);
  const shape = (options as Partial<Method["options"]> | undefined)?.shape;
  if (typeof shape !== "object") throw wrong(`the options of the method "${name}" are no zod object`);
  if (typeof configure !== "function") throw wrong(`the method "${name}" has no function "configure"`);
}
