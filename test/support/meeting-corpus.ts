import type { Sentence } from "../../src/data/index.ts";
import { Random } from "../../src/random.ts";
import { sentence } from "./models/tiny-task.ts";

const names = {
  PERSON: ["Ada", "Bob Hill", "Eve", "Max", "Ann", "Tim Lake"],
  PLACE: ["Bath", "New York", "Oslo", "Lima", "San Jose", "Rome"],
} as const;

const patterns = [
  "PERSON met PERSON in PLACE",
  "PERSON lives in PLACE now",
  "nobody saw PERSON near PLACE",
  "it rained in PLACE",
  "they called PERSON again",
  "nothing happened there",
];

/** Sentences about six people and six places, which a tiny model learns in a second. */
export function meetingCorpus(count: number): Sentence[] {
  const random = new Random(1);
  return Array.from({ length: count }, (_, i) => {
    const words: string[] = [];
    const entities: [number, number, string][] = [];
    for (const part of patterns[i % patterns.length]!.split(" ")) {
      const known = part === "PERSON" || part === "PLACE" ? names[part] : undefined;
      const own = known === undefined ? [part] : known[random.below(known.length)]!.split(" ");
      if (known !== undefined) entities.push([words.length, words.length + own.length, part]);
      words.push(...own);
    }
    return sentence(words.join(" "), entities);
  });
}
