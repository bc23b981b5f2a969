import { Random } from "../../src/random.ts";

/** Made-up phrases and a made-up text that contains some of them; the same for the same seed. */
interface SyntheticText {
  readonly phrases: readonly string[];
  /** Sentences: words with single blanks between them. */
  readonly lines: readonly string[];
}

const VOCABULARY = 300_000;
/** Words of lower rank are too frequent to be names by themselves. */
const FREQUENT = 5_000;
/** One word in so many of the text begins a planted phrase. */
const WORDS_PER_PHRASE = 30;

/**
 * Makes `count` phrases of one to four words and `bytes` of text. The words of the text follow Zipf's law over
 * a vocabulary of 300,000; those of the phrases follow it half of the time, as names do ("University of …").
 */
export function syntheticText(count: number, bytes: number, seed: number): SyntheticText {
  const random = new Random(seed);
  const words = vocabulary(random);
  // Log-uniform ranks are Zipf's law with exponent 1.
  const frequent = () => words[Math.floor(VOCABULARY ** random.uniform()) - 1]!;
  const rare = () => words[FREQUENT + random.below(VOCABULARY - FREQUENT)]!;

  const phrases = new Set<string>();
  while (phrases.size < count) {
    const draw = random.below(100);
    const length = draw < 20 ? 1 : draw < 60 ? 2 : draw < 85 ? 3 : 4;
    const parts = [rare()];
    while (parts.length < length) parts.push(random.below(2) === 0 ? frequent() : rare());
    phrases.add(random.shuffled(parts).join(" "));
  }

  const list = [...phrases];
  const lines: string[] = [];
  let written = 0;
  while (written < bytes) {
    const line: string[] = [];
    const length = 10 + random.below(30);
    while (line.length < length) {
      line.push(random.below(WORDS_PER_PHRASE) === 0 ? random.pick(list) : frequent());
    }
    const text = line.join(" ");
    lines.push(text);
    written += text.length + 1;
  }
  return { phrases: list, lines };
}

function vocabulary(random: Random): string[] {
  const consonants = ["b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "t", "v", "z", "st", "tr", "ch"];
  const vowels = ["a", "e", "i", "o", "u", "ei", "ou"];
  const words = new Set<string>();
  while (words.size < VOCABULARY) {
    // Frequent words are short.
    const syllables = 1 + random.below(words.size < 300 ? 1 : words.size < 20_000 ? 3 : 4);
    let word = "";
    for (let i = 0; i < syllables; i++) word += random.pick(consonants) + random.pick(vowels);
    if (random.below(2) === 0) word += random.pick(consonants);
    words.add(word);
  }
  return [...words];
}
