import type { Random } from "../../src/random.ts";

/** What a target reads: files by their name. */
export type Files = ReadonlyMap<string, Buffer>;

/** Texts that readers may stumble over, put in anywhere. */
const oddTexts = [
  '"',
  "\\",
  "\n",
  "\r",
  "\r\n\r\n",
  "\t",
  "\0",
  "\uFEFF",
  "\u2028",
  "😀",
  "\\ud800",
  "{",
  "}",
  "[",
  "]",
  "[[[[[[[[",
  '{"a":',
  ",",
  ":",
  ";",
  "null",
  "true",
  "-1",
  "0",
  "1e999",
  "2147483648",
  "9007199254740993",
  "-0.5",
  "NaN",
  "__proto__",
  "constructor",
  "# lacuna: ",
  "-DOCSTART-",
  "B-",
  "I-",
  " ",
  "   ",
  "T1\tA 0 1;2 3\t",
];

/** Values that stand where others are expected. */
const oddValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  0.5,
  1e308,
  2 ** 31,
  2 ** 53,
  "",
  " ",
  "x",
  "\ud800",
  "__proto__",
  "O",
  "B-PER",
  [],
  [[]],
  [null],
  {},
  { a: 1 },
  [0, 1],
  [0, 1, "A"],
];

/** Changes one to four things in one of the files; the same random numbers make the same changes. */
export function mutate(files: Files, random: Random): Files {
  const names = [...files.keys()];
  const name = names[random.below(names.length)]!;
  let bytes = files.get(name)!;
  for (let left = 1 + random.below(4); left > 0; left--) bytes = change(bytes, files, random);
  return new Map(files).set(name, bytes);
}

function change(bytes: Buffer, files: Files, random: Random): Buffer {
  return random.below(2) === 0
    ? (changeJson(bytes, random) ?? changeBytes(bytes, files, random))
    : changeBytes(bytes, files, random);
}

/** Replaces, removes or doubles something inside a JSON value: the whole file, or one of its lines. */
function changeJson(bytes: Buffer, random: Random): Buffer | undefined {
  const text = bytes.toString();
  const whole = parsed(text);
  if (whole !== undefined) return Buffer.from(JSON.stringify(changeValue(whole, random)) ?? "");
  const lines = text.split("\n");
  const at = random.below(lines.length);
  const value = parsed(lines[at]!);
  if (value === undefined) return undefined;
  lines[at] = JSON.stringify(changeValue(value, random)) ?? "";
  return Buffer.from(lines.join("\n"));
}

function parsed(text: string): unknown {
  if (!/^\uFEFF?\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function changeValue(value: unknown, random: Random): unknown {
  if (typeof value !== "object" || value === null || random.below(6) === 0) return otherValue(value, random);
  if (Array.isArray(value)) {
    const items = [...value];
    const at = random.below(items.length + 1);
    const how = at === items.length ? 0 : random.below(12);
    if (how < 2) items.splice(at, random.below(2), oddValue(random));
    else if (how < 4) items.splice(at, 0, items[at]);
    else items[at] = changeValue(items[at], random);
    return items;
  }
  const entries = Object.entries(value);
  const at = random.below(entries.length + 1);
  if (at === entries.length) entries.push([String(oddValue(random)), oddValue(random)]);
  else if (random.below(6) === 0) entries.splice(at, 1);
  else entries[at] = [entries[at]![0], changeValue(entries[at]![1], random)];
  return Object.fromEntries(entries);
}

function otherValue(value: unknown, random: Random): unknown {
  if (typeof value === "number" && random.below(2) === 0) return value + random.below(5) - 2;
  if (typeof value === "string" && random.below(2) === 0) {
    return changeBytes(Buffer.from(value), new Map(), random).toString();
  }
  return random.below(8) === 0 ? [value] : oddValue(random);
}

function oddValue(random: Random): unknown {
  return oddValues[random.below(oddValues.length)];
}

/** Cuts, doubles, moves or overwrites bytes. */
function changeBytes(bytes: Buffer, files: Files, random: Random): Buffer {
  const from = random.below(bytes.length + 1);
  const length = random.below(Math.min(bytes.length - from, 64) + 1);
  const [before, slice, after] = [
    bytes.subarray(0, from),
    bytes.subarray(from, from + length),
    bytes.subarray(from + length),
  ];
  switch (random.below(8)) {
    case 0:
      return Buffer.concat([before, after]);
    case 1:
      return Buffer.concat([before, slice, slice, after]);
    case 2:
      return Buffer.concat([before, ...new Array<Buffer>(2 + random.below(200)).fill(slice), after]);
    case 3:
      return random.below(4) === 0 ? Buffer.from(before) : Buffer.concat([before, after.subarray(0, 200)]);
    case 4: {
      const copy = Buffer.from(bytes);
      if (from < copy.length) copy[from] = copy[from]! ^ (1 << random.below(8));
      return copy;
    }
    case 5: {
      const copy = Buffer.from(bytes);
      for (let i = from; i < from + Math.min(length, 8); i++) copy[i] = random.below(256);
      return copy;
    }
    case 6: {
      const others = [...files.values()];
      const other = others.length === 0 ? bytes : others[random.below(others.length)]!;
      const start = random.below(other.length + 1);
      return Buffer.concat([before, other.subarray(start, start + random.below(200)), after]);
    }
    default:
      return Buffer.concat([before, Buffer.from(oddTexts[random.below(oddTexts.length)]!), after]);
  }
}

/** A file in which a random slice stands so often that `size` bytes are added: what time takes to grow is seen by it. */
export function swell(files: Files, size: number, random: Random): Files {
  const names = [...files.keys()];
  const name = names[random.below(names.length)]!;
  const bytes = files.get(name)!;
  const from = random.below(Math.max(bytes.length, 1));
  const slice = bytes.subarray(from, from + 1 + random.below(random.below(2) === 0 ? 4 : 200));
  const times = Math.ceil(size / Math.max(slice.length, 1));
  const made = Buffer.concat([
    bytes.subarray(0, from),
    ...new Array<Buffer>(times).fill(slice),
    bytes.subarray(from),
  ]);
  return new Map(files).set(name, made);
}
