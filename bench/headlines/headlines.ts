import type { Headline } from "./headline.ts";

const masked = (encoder: string): Headline[] =>
  [0, 0.5, 0.7, 0.9].map((p) => ({
    title: p === 0 ? "CoNLL-03, everything" : `CoNLL-03, ${p * 100} % of the labels hidden`,
    suite: "conll03-masked",
    runs: `conll03-p${p}/${encoder}/lacuna`,
  }));

/** A data set of which a part was labelled by people, and more by dictionary: with both, and with the part alone. */
const mixed = (set: string, title: string): Headline[] => [
  { title: `${title} by dictionary`, suite: "ec-news", runs: `${set}/bilstm/lacuna-dict` },
  {
    title: "… those of people alone",
    suite: "ec-news",
    runs: `${set}-a/bilstm/lacuna-a-dict`,
    isAlone: true,
  },
];

/** What the README shows of the bench: our own method on every kind of missing labels. */
export const headlines: readonly Headline[] = [
  ...mixed("ec", "EC, 1,097 sentences by people and 2,560"),
  ...mixed("news", "NEWS, 3,000 sentences by people and 3,722"),
  ...masked("cnn"),
  ...masked("minilm-l6"),
  {
    title: "CoNLL-03, by dictionary",
    suite: "conll03-distant",
    runs: "conll03-distant/minilm-l6/lacuna",
  },
  {
    title: "BC5CDR, by dictionary",
    suite: "bc5cdr-distant",
    runs: "bc5cdr-annotated-dev/minilm-l6/lacuna-dict",
  },
  {
    title: "Résumés, 70 % of the labels hidden",
    suite: "resume-masked",
    runs: "resume-p0.7/bilstm/lacuna",
  },
];
