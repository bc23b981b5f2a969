import { basename, resolve } from "node:path";
import { Option } from "commander";
import type { ReadLog, Sentence } from "../../data/index.ts";
import { parseCorpusSpec, writeCorpus, writeLines } from "../../data/index.ts";
import { UserError } from "../../errors.ts";
import { readTypeDescriptions } from "../../models/index.ts";
import { Tagger, taggerForTypes } from "../../tagging/index.ts";
import { defineCommand } from "../command.ts";
import {
  addReadOptions,
  addWriteOptions,
  type ReadFlags,
  readOptions,
  type WriteFlags,
  writeOptions,
} from "../options/corpus-options.ts";
import {
  addDecodeOptions,
  type DecodeFlags,
  decodeOptions,
  taggerOptions,
} from "../options/decode-options.ts";
import { entityCsv } from "../output/entity-csv.ts";
import { markedText } from "../output/marked-text.ts";
import { addReportOptions, type ReportFlags, withReport } from "../output/reporting.ts";
import { describeTotals, noTotals, tally } from "../output/totals.ts";
import { readWithProgress } from "../progress/read-with-progress.ts";

type Options = ReadFlags &
  ReportFlags &
  DecodeFlags &
  Omit<WriteFlags, "to"> & {
    readonly model: string;
    readonly in: readonly string[];
    readonly out: string;
    readonly types?: string;
    readonly format?: string;
  };

export default defineCommand<Options>({
  name: "predict",
  summary:
    "Find entities with a trained model, in text or in any corpus format, however large. Labels that the input has are replaced; ids, documents and meta data are given back.",
  examples: [
    [
      "lacuna predict --model model --in news.txt --out found.jsonl",
      "raw text, cut into sentences and words",
    ],
    ["cat news.txt | lacuna predict --model model", "from standard input to standard output"],
    [
      "lacuna predict --model model --in export.jsonl --out found.csv",
      "a spreadsheet: one row for each entity, with its place in the document",
    ],
    [
      "lacuna predict --model model --in export.json --out tasks.json --format label-studio",
      "pre-annotated tasks: Label Studio shows them as predictions",
    ],
    [
      "lacuna predict --model model --in a.conll b.conll --out all.conll --format columns",
      "several files into one",
    ],
    [
      "lacuna predict --model model --types more.json --in news.txt --out found.jsonl",
      'new types for a model that reads descriptions: { "Drug": "a medicine" }',
    ],
  ],
  configure: (command) =>
    addReportOptions(
      addReadOptions(
        addDecodeOptions(
          addWriteOptions(
            command
              .requiredOption("--model <folder>", "the model, as `lacuna train` wrote it")
              .addOption(
                new Option("--in <file...>", 'what to tag; "-" is standard input').default(["-"], "-"),
              )
              .option("--out <file>", 'where to write; "-" for standard output', "-")
              .option(
                "--types <file>",
                "JSON file of further entity types and their descriptions; for models of the method binder",
              ),
            "--format",
            ["pretty", "csv"],
          ),
        ),
      ),
    ),
  run: (flags) => withReport(flags, (log) => predict(flags, log)),
});

async function predict(flags: Options, log: ReadLog) {
  if (flags.in.filter((file) => file === "-").length > 1) {
    throw new UserError("standard input can be read only once");
  }
  if (flags.in.includes("-") && process.stdin.isTTY) {
    console.error("reading text from the terminal: type or paste it, end it with Ctrl-D");
  }
  await using tagger = await load(flags);
  const totals = noTotals();
  let unseen = 0;
  async function* tagged(): AsyncGenerator<Sentence> {
    for await (const { sentence, entities, unseen: words } of tagger.tagStream(inputs(flags, tagger, log), {
      decode: decodeOptions(flags),
    })) {
      unseen += words.length;
      yield withEntities(sentence, entities);
    }
  }
  const format = flags.format ?? usualFormat(flags.out);
  const found = tally(tagged(), totals);
  if (format === "csv") await writeLines(flags.out, entityCsv(found));
  else if (format === "pretty") await writeLines(flags.out, markedText(found, isColoured(flags.out)));
  else {
    await writeCorpus(flags.out, found, {
      log,
      entityTexts: true,
      predictedBy: modelVersion(flags.model, tagger),
      ...writeOptions({ ...flags, ...(format !== undefined && { to: format }) }),
    });
  }
  return {
    json: { ...totals, unseenWords: unseen },
    lines: [
      ...(unseen > 0 ? [`${unseen} words could not be read by the encoder: nothing was found there`] : []),
      `${describeTotals(totals)} → ${flags.out}`,
    ],
    toStderr: flags.out === "-",
  };
}

/** What is written where no format is named: marked text for a person at a terminal. */
function usualFormat(out: string): string | undefined {
  if (out === "-") return process.stdout.isTTY ? "pretty" : "jsonl";
  return out.toLowerCase().endsWith(".csv") ? "csv" : undefined;
}

function isColoured(out: string): boolean {
  return out === "-" && process.stdout.isTTY && !process.env.NO_COLOR;
}

/** What other tools are to call the model: its folder, and what trained it. */
function modelVersion(folder: string, { trainedWith }: Tagger): string {
  const name = basename(resolve(folder));
  return trainedWith === undefined ? name : `${name} (lacuna ${trainedWith.lacuna}, ${trainedWith.method})`;
}

function load(flags: Options): Promise<Tagger> {
  if (flags.types === undefined) return Tagger.load(flags.model, taggerOptions(flags));
  return taggerForTypes(flags.model, readTypeDescriptions(flags.types), taggerOptions(flags));
}

/** All sentences of the inputs. Their own labels are not looked at, so it does not matter whether they are complete. */
async function* inputs(flags: Options, { cutting }: Tagger, log: ReadLog): AsyncGenerator<Sentence> {
  for (const file of flags.in) {
    const spec = { ...parseCorpusSpec(file), completeness: "partial" as const };
    yield* readWithProgress(spec, { ...readOptions(flags), cutting, log });
  }
}

/** A sentence with what a model found and nothing of what people said: a model may miss some, so it is partial. */
function withEntities(
  { hidden: _, unknown: __, outside: ___, ...sentence }: Sentence,
  entities: Sentence["entities"],
): Sentence {
  return { ...sentence, entities, completeness: "partial" };
}
