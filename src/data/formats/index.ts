import { choose } from "../../errors.ts";
import type { Format } from "../format.ts";
import { brat } from "./brat/brat.ts";
import { columns } from "./columns/columns.ts";
import { csv } from "./csv/csv.ts";
import { docbin } from "./docbin/docbin.ts";
import { huggingFace } from "./hugging-face/hugging-face.ts";
import { parquet } from "./hugging-face/parquet.ts";
import { doccano } from "./json/doccano.ts";
import { gliner } from "./json/gliner.ts";
import { jsonl } from "./json/jsonl.ts";
import { labelStudio } from "./json/label-studio.ts";
import { prodigy } from "./json/prodigy.ts";
import { spacy } from "./json/spacy.ts";
import { text } from "./text.ts";

/** Every format that Lacuna reads, by the name used on the command line. To add one, list it here. */
export const formats = {
  jsonl,
  columns,
  prodigy,
  doccano,
  "label-studio": labelStudio,
  spacy,
  docbin,
  gliner,
  brat,
  "hugging-face": huggingFace,
  parquet,
  csv,
  text,
} as const satisfies Readonly<Record<string, Format>>;

/** The format of this name; an unknown name is an error that lists them all. */
export function formatNamed(name: string): Format {
  return choose<Format>("format", formats, name);
}
