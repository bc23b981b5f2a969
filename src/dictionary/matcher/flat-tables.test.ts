import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BytePool, writeCodePoint } from "./byte-pool.ts";
import { EntryLinks } from "./entry-links.ts";
import { firstHasChildren, firstHasValue, firstNode, PhraseTrie } from "./phrase-trie.ts";
import { HASH_SEED, hashByte, TokenTable } from "./token-table.ts";

// Bytes from a small alphabet, zero included, around the length up to which tokens are compared in their slot.
const token = fc.array(fc.constantFrom(0, 97, 98, 255), { minLength: 1, maxLength: 11 });

describe.each([-1, 3, 0])("with hash mask %i", (hashMask) => {
  test("a token table numbers tokens like a Map", () => {
    fc.assert(
      fc.property(fc.array(token, { maxLength: 60 }), fc.array(token, { maxLength: 20 }), (known, asked) => {
        const table = new TokenTable(hashMask);
        const numbers = new Map<string, number>();
        for (const bytes of known) {
          const key = bytes.join();
          if (!numbers.has(key)) numbers.set(key, numbers.size + 1);
          expect(call(table, "intern", bytes)).toBe(numbers.get(key));
        }
        for (const bytes of [...known, ...asked]) {
          expect(call(table, "find", bytes)).toBe(numbers.get(bytes.join()) ?? 0);
        }
      }),
    );
  });

  test("a trie finds exactly the sequences that were put in", () => {
    const sequence = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(
        fc.array(sequence, { maxLength: 30 }),
        fc.array(sequence, { maxLength: 30 }),
        (put, asked) => {
          const trie = new PhraseTrie(hashMask);
          const values = new Map<string, number>();
          for (const tokens of put) {
            values.set(tokens.join(), values.size + 1);
            trie.setValue(trie.insert(Int32Array.from(tokens), 0, tokens.length), values.get(tokens.join())!);
          }
          for (const closed of [false, true]) {
            if (closed) trie.close();
            for (const tokens of [...put, ...asked]) {
              expect(valueAt(trie, tokens)).toBe(values.get(tokens.join()) ?? 0);
            }
          }
          for (const start of [1, 2, 3, 4]) {
            const first = trie.first(start);
            expect(firstHasValue(first)).toBe(values.has(`${start}`));
            expect(firstHasChildren(first)).toBe(
              put.some((tokens) => tokens[0] === start && tokens.length > 1),
            );
          }
        },
      ),
    );
  });
});

test("tokens of one hash differ by any of their bytes", () => {
  for (const length of [1, 4, 5, 8, 9, 12]) {
    const table = new TokenTable(0);
    const tokens = Array.from({ length }, (_, at) => Array.from({ length }, (_, i) => (i === at ? 98 : 97)));
    expect(tokens.map((bytes) => call(table, "intern", bytes))).toEqual(tokens.map((_, i) => i + 1));
    expect(tokens.map((bytes) => call(table, "find", bytes))).toEqual(tokens.map((_, i) => i + 1));
    expect(call(table, "find", Array<number>(length).fill(97))).toBe(0);
  }
});

test("tables keep everything while they grow", () => {
  const table = new TokenTable();
  const trie = new PhraseTrie();
  const bytesOf = (i: number) => [...Buffer.from(`token-${i}`)];
  for (let i = 1; i <= 20_000; i++) {
    expect(call(table, "intern", bytesOf(i))).toBe(i);
    trie.setValue(trie.insert(Int32Array.of(i % 100, i), 0, 2), i);
  }
  trie.close();
  for (let i = 1; i <= 20_000; i++) {
    expect(call(table, "find", bytesOf(i))).toBe(i);
    expect(valueAt(trie, [i % 100, i])).toBe(i);
    expect(valueAt(trie, [(i + 1) % 100, i])).toBe(0);
  }
});

test("a byte pool gives every string back", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary" })), (texts) => {
      const pool = new BytePool();
      for (const [i, text] of texts.entries()) {
        const bytes = new Uint8Array(text.length * 3);
        let length = 0;
        for (const character of text) length = writeCodePoint(bytes, length, character.codePointAt(0)!);
        expect(Buffer.from(bytes.subarray(0, length))).toEqual(Buffer.from(text));
        expect(pool.add(bytes, length)).toBe(i);
        expect(pool.equals(i, bytes, length)).toBe(true);
      }
      pool.trim();
      expect(texts.map((_, i) => pool.text(i))).toEqual(texts);
    }),
  );
});

test("chains of links keep their order", () => {
  const links = new EntryLinks();
  const head = links.append(0, 7, 1, false);
  expect(links.append(0, 8, 2, false)).not.toBe(head);
  expect(links.append(head, 0, 3, true)).toBe(head);
  const second = links.next(head);
  expect([links.entry(head), links.label(head), links.isOtherForm(head)]).toEqual([7, 1, false]);
  expect([links.entry(second), links.label(second), links.isOtherForm(second)]).toEqual([0, 3, true]);
  expect(links.next(second)).toBe(0);
});

function call(table: TokenTable, method: "find" | "intern", bytes: readonly number[]): number {
  return table[method](Uint8Array.from(bytes), bytes.length, bytes.reduce(hashByte, HASH_SEED));
}

function valueAt(trie: PhraseTrie, tokens: readonly number[]): number {
  let node = firstNode(trie.first(tokens[0]!));
  for (const next of tokens.slice(1)) node = node === 0 ? 0 : trie.next(node, next);
  return trie.value(node);
}
