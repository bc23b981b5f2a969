import { expect, test } from "vitest";
import { UserError } from "../../errors.ts";
import { loadLibsql } from "./load-libsql.ts";

test("loads the engine that is installed", () => {
  const db = new (loadLibsql())(":memory:");
  expect(db.prepare("SELECT 1 + 1 AS two").get()).toMatchObject({ two: 2 });
  db.close();
});

test("without the package of this platform, one line with the cure", () => {
  const omitted = () => {
    throw new Error("Cannot find module '@libsql/linux-x64-gnu'\nRequire stack:\n- …");
  };
  expect(() => loadLibsql(omitted)).toThrow(
    expect.objectContaining({
      constructor: UserError,
      message: "the database of reviews does not load: Cannot find module '@libsql/linux-x64-gnu'",
      hint: "install lacuna again without --omit=optional (npm install --include=optional)",
    }),
  );
});
