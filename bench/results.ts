// `npm run bench:results`: methods against masked labels on CoNLL-03, written to docs/results.md. Run it again to go on
// after a stop; cells that are done are kept.
//   --cells cnn|minilm|all   some encoders        --only REGEX       cells by name, such as cnn-ce-p0.7
//   --minutes-cnn 2.5        for each cell        --minutes-minilm 11
//   --epochs-cnn 40          at most              --epochs-minilm 6
//   --out .bench-results     models and results   --docs FILE        the page to write
//   --sentences N            a trial with the first ones; --set KEY=VALUE as for lacuna train (may be given again).
//                            Trials write their page into --out unless --docs says otherwise.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeDocsSection } from "./results/docs-section.ts";
import { resultsCells } from "./results/results-cells.ts";
import { resultsSection } from "./results/results-section.ts";
import { runCells } from "./results/run-cells.ts";

const { values: flags } = parseArgs({
  options: {
    cells: { type: "string", default: "all" },
    only: { type: "string", default: "" },
    "minutes-cnn": { type: "string", default: "2.5" },
    "minutes-minilm": { type: "string", default: "11" },
    "epochs-cnn": { type: "string", default: "40" },
    "epochs-minilm": { type: "string", default: "6" },
    out: { type: "string", default: ".bench-results" },
    docs: { type: "string" },
    sentences: { type: "string" },
    set: { type: "string", multiple: true, default: [] },
  },
});
if (!["cnn", "minilm", "all"].includes(flags.cells)) {
  throw new Error(`--cells is cnn, minilm or all, not "${flags.cells}"`);
}

const isTrial = flags.sentences !== undefined || flags.set.length > 0;
const docs = flags.docs ?? (isTrial ? join(flags.out, "results.md") : join("docs", "results.md"));
const only = new RegExp(flags.only);
const cells = resultsCells({
  minutes: { cnn: Number(flags["minutes-cnn"]), "minilm-l6": Number(flags["minutes-minilm"]) },
  epochs: { cnn: Number(flags["epochs-cnn"]), "minilm-l6": Number(flags["epochs-minilm"]) },
  sentences: flags.sentences === undefined ? null : Number(flags.sentences),
  set: flags.set,
});
process.exitCode = await runCells({
  cells,
  isWanted: ({ name, encoder }) =>
    (flags.cells === "all" || encoder.startsWith(flags.cells)) && only.test(name),
  out: flags.out,
  report: (results) => writeDocsSection(docs, "results", resultsSection(cells, results)),
});
