import { expect, test } from "vitest";
import { hidePaths, pathsIn } from "./hide-paths.ts";

test.each([
  ['cannot read "/home/ada/secret data/dev.jsonl": no such file', 'cannot read "dev.jsonl": no such file'],
  [
    "/home/ada/secret/dev.jsonl:12: a span ends before it begins",
    "dev.jsonl:12: a span ends before it begins",
  ],
  ['"C:\\\\Users\\\\ada\\\\dev.jsonl" is empty', '"dev.jsonl" is empty'],
  ["in (/srv/work/x.ts:3:4), and 3/4 of /srv", "in (x.ts:3:4), and 3/4 of /srv"],
  ['the run in "/data/audit/runs/2/model" is finished', 'the run in "audit/runs/2/model" is finished'],
  ["nothing is in /data", "nothing is in …"],
  ['the label "A/B" is unknown; see docs/config.md', 'the label "A/B" is unknown; see docs/config.md'],
  [
    'no sentence in "../own/dev.jsonl" or ../own files/train.jsonl',
    'no sentence in "dev.jsonl" or train.jsonl',
  ],
])("%s", (message, shown) => {
  const config = { train: ["../own files/train.jsonl:complete=PER"], dev: "../own/dev.jsonl", method: "ce" };
  expect(hidePaths(message.replaceAll("\\\\", "\\"), "/data/audit", pathsIn(config))).toBe(shown);
});
