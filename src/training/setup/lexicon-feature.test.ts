import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { Sentence } from "../../data/index.ts";
import { type LexiconChoice, lexiconChoice } from "../config/features.ts";
import { lexiconFeature } from "./lexicon-feature.ts";

const root = mkdtempSync(join(tmpdir(), "lacuna-lexicon-"));
afterAll(() => rmSync(root, { recursive: true }));

const train = ["天下路。", "天下", "下路", "路"].map(
  (text) => ({ tokens: [...text] }) as unknown as Sentence,
);

function choice(list: string, more: Partial<LexiconChoice> = {}): LexiconChoice {
  writeFileSync(join(root, "list.txt"), list);
  return lexiconChoice.parse({ path: join(root, "list.txt"), ...more });
}

/** What the words of a sentence are weighted by, in the order of places. */
async function weights(made: LexiconChoice, text: string) {
  const { feature } = await lexiconFeature(made, train, "characters");
  const prepared = feature.prepare([...text]) as { weights: Float32Array; rows: Int32Array };
  return {
    rows: [...prepared.rows],
    weights: [...prepared.weights].map((value) => Number(value.toFixed(4))),
  };
}

test("words are weighted by how often the training text has them other than within longer ones", async () => {
  // 天下 stands twice, 下 never by itself (天下, 下路), 下路 twice, 路 once by itself.
  const made = choice("天下\n下\n下路\n路\n无\n");
  const found = await lexiconFeature(made, train, "characters");
  expect(found.notices).toEqual([
    expect.stringMatching(
      /list\.txt": 5 words, 4 with a vector of their own; 77.8 % of the characters are part/,
    ),
  ]);
  // 天: B 天下 alone. 下: B 下路 (1 + 2), E 天下 (1 + 2), S 下 (1 + 0). 路: E 下路 (1 + 2), S 路 (1 + 1).
  expect((await weights(made, "天下路")).weights).toEqual(
    [4, 12 / 7, 12 / 7, 4 / 7, 12 / 5, 8 / 5].map((x) => Number(x.toFixed(4))),
  );
  // Those with vectors first, each part sorted: 下 下路 天下 路 | 无.
  expect((await weights(made, "天下路无")).rows).toEqual([2, 1, 2, 0, 1, 3, 4]);
});

test("or by the frequencies of the list, or all alike", async () => {
  const list = "下 0\n下路 2\n路 5\n";
  expect((await weights(choice(list, { weights: "listed" }), "下路")).weights).toEqual([
    3, 1, 1.3333, 2.6667,
  ]);
  expect((await weights(choice(list, { weights: "equal" }), "下路")).weights).toEqual([2, 2, 2, 2]);
  await expect(weights(choice("下\n", { weights: "listed" }), "下")).rejects.toThrow("has no frequencies");
});

test("vectors of a file: only words that have one are pooled", async () => {
  writeFileSync(join(root, "vectors.txt"), "下路 1 2\n别 3 4\n");
  const made = choice("下\n下路\n路\n", { vectors: join(root, "vectors.txt") });
  expect(await weights(made, "下路")).toEqual({ rows: [0, 0], weights: [4, 4] });
  const { feature } = await lexiconFeature(made, train, "characters");
  expect(feature.config).toMatchObject({ rows: 1, dim: 2, trained: false });
  const none = choice("无\n", { vectors: join(root, "vectors.txt") });
  await expect(lexiconFeature(none, train, "characters")).rejects.toThrow(
    /^no word of the lexicon .* has a vector in/,
  );
});
