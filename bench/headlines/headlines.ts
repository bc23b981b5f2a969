import type { Headline } from "./headline.ts";

/** What the README shows of the bench: our own method on each kind of missing labels, with the best encoder that was measured. */
export const headlines: readonly Headline[] = [
  {
    title: "EC: 1,097 annotated sentences, 2,560 labelled by dictionary",
    suite: "ec-news",
    runs: "ec/bilstm/lacuna-dict",
  },
  {
    title: "NEWS: 3,000 annotated sentences, 3,722 labelled by dictionary",
    suite: "ec-news",
    runs: "news/bilstm/lacuna-dict",
  },
  ...[0.5, 0.7, 0.9].map((p) => ({
    title: `CoNLL-03, ${p * 100} % of the labels hidden`,
    suite: "conll03-masked",
    runs: `conll03-p${p}/minilm-l6/lacuna`,
  })),
  {
    title: "BC5CDR, labelled by dictionary (dev annotated)",
    suite: "bc5cdr-distant",
    runs: "bc5cdr-annotated-dev/minilm-l6/lacuna-dict",
  },
  {
    title: "Résumés, 70 % of the labels hidden",
    suite: "resume-masked",
    runs: "resume-p0.7/bilstm/lacuna",
  },
];
