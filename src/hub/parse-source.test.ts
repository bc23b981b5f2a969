import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { UserError } from "../errors.ts";
import { parseEndpoint, parseSource } from "./parse-source.ts";

const hub = parseEndpoint(undefined);
const config = (text: string, endpoint = hub) => parseSource(text, endpoint).fileUrl("config.json").href;

test.each([
  ["tiny", "tiny@main", "https://huggingface.co/tiny/resolve/main/config.json"],
  ["org/tiny", "org--tiny@main", "https://huggingface.co/org/tiny/resolve/main/config.json"],
  ["org/tiny@v1.0", "org--tiny@v1.0", "https://huggingface.co/org/tiny/resolve/v1.0/config.json"],
  [
    "org/tiny@refs/pr/3",
    "org--tiny@refs%2Fpr%2F3",
    "https://huggingface.co/org/tiny/resolve/refs%2Fpr%2F3/config.json",
  ],
  [
    "https://huggingface.co/org/tiny/tree/dev",
    "org--tiny@dev",
    "https://huggingface.co/org/tiny/resolve/dev/config.json",
  ],
])("%s is kept in %s", (text, folder, url) => {
  expect(parseSource(text, hub).folder).toBe(folder);
  expect(config(text)).toBe(url);
});

test("an endpoint may have a path, and a commit stands in for the revision", () => {
  const endpoint = parseEndpoint("http://mirror.test:8080/hf/");
  expect(config("a/b", endpoint)).toBe("http://mirror.test:8080/hf/a/b/resolve/main/config.json");
  expect(config("http://mirror.test:8080/hf/a/b", endpoint)).toBe(config("a/b", endpoint));
  expect(parseSource("a/b", hub).fileUrl("x.json", "c0ffee").pathname).toBe("/a/b/resolve/c0ffee/x.json");
});

test("a folder on another server keeps its address, with or without the last slash", () => {
  const source = parseSource("https://example.org/models/tiny", hub);
  expect(source.fileUrl("config.json").href).toBe("https://example.org/models/tiny/config.json");
  expect(parseSource("https://example.org/models/tiny/", hub).folder).toBe(source.folder);
  expect(parseSource("https://example.com/models/tiny/", hub).folder).not.toBe(source.folder);
});

describe("what is neither a name nor a folder is an error", () => {
  test.each([
    ["", "is not a model name"],
    ["../x", "is not a model name"],
    ["./models/tiny", "is not a model name"],
    ["/models/tiny", "is not a model name"],
    ["a/b/c", "is not a model name"],
    ["a/..", "is not a model name"],
    ["a--b", "is not a model name"],
    ["a b", "is not a model name"],
    ["a@b@c", "is not a model name"],
    ["a@", "is not a revision"],
    ["a@../../x", "is not a revision"],
    ["a@/etc", "is not a revision"],
    ["ftp://example.org/x", "is not an http or https URL"],
    ["file:///models/tiny", "is not an http or https URL"],
    ["https://example.org/x?download=1", 'has a "?" or "#" part'],
    ["https://ann:pw@example.org/x", "holds a user name or password"],
  ])("%j", (text, message) => {
    expect(() => parseSource(text, hub)).toThrow(message);
    expect(() => parseSource(text, hub)).toThrow(UserError);
  });

  test("a password is not repeated in the message", () => {
    expect(() => parseSource("https://ann:hunter2@example.org/x", hub)).not.toThrow("hunter2");
  });

  test("HF_ENDPOINT", () => {
    expect(() => parseEndpoint("mirror.test")).toThrow(
      'HF_ENDPOINT "mirror.test" is not an http or https URL',
    );
  });
});

test("whatever is accepted stays one plain segment of the cache", () => {
  const pieces = fc.constantFrom(
    "..",
    ".",
    "/",
    "\\",
    "@",
    "%2e",
    "%2F",
    "a",
    "B",
    "-",
    "_",
    ":",
    "https://h.test/",
    "\0",
    " ",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
      let folder: string;
      try {
        folder = parseSource(parts.join(""), hub).folder;
      } catch (error) {
        expect(error).toBeInstanceOf(UserError);
        return;
      }
      expect(folder).toMatch(/^[A-Za-z0-9_-][\w.%-]*@[\w.%-]+$/);
      expect(folder).not.toContain("..");
    }),
    { numRuns: 2000 },
  );
});
