import { Command } from "commander";
import { expect, test } from "vitest";
import { readingChoice } from "../../training/index.ts";
import { addReadOptions, type ReadFlags, readOptions } from "./corpus-options.ts";

test("every option of reading is a key of the config, so that a resumed run reads the same", () => {
  const given = [
    "--input-format",
    "jsonl",
    "--scheme",
    "iob2",
    "--token-column",
    "1",
    "--tag-column",
    "2,-1",
  ];
  const more = ["--offsets", "utf16", "--tag-names", "O,B-PER", "--whole-records"];
  const fields = ["--text-field", "body", "--label-field", "spans"];
  const command = addReadOptions(new Command(), "--input-format");
  const stated = readOptions(
    command.parse([...given, ...more, ...fields], { from: "user" }).opts<ReadFlags>(),
  );
  expect(stated).toEqual({
    format: "jsonl",
    scheme: "iob2",
    tokenColumn: 1,
    tagColumns: [2, -1],
    offsetUnit: "utf16",
    tagNames: ["O", "B-PER"],
    wholeRecords: true,
    textField: "body",
    labelField: "spans",
  });
  expect(readingChoice.parse(stated)).toEqual(stated);
  expect(command.options).toHaveLength(Object.keys(readingChoice.shape).length);
});
