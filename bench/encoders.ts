// `npm run bench:encoders`: words per second trained and encoded on the text of CoNLL-03.
//   --only cnn,bilstm   some rows        --seconds 5   for each measurement
//   --threads 2                          --profile P   ONNX Runtime profiles of training to files P…
//   --no-spinning       waiting threads sleep: for a busy machine
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { type Measured, measureEncoder, type Speed } from "./encoders/measure.ts";
import { encoderRows } from "./encoders/rows.ts";
import { readTagged } from "./encoders/tagged-sentences.ts";
import { reportInference } from "./encoders/transformer-report.ts";

const { values: flags } = parseArgs({
  options: {
    only: { type: "string" },
    seconds: { type: "string", default: "5" },
    threads: { type: "string", default: "2" },
    "no-spinning": { type: "boolean", default: false },
    profile: { type: "string" },
  },
});

const corpus = await readTagged("train");
if (typeof corpus === "string") {
  console.log(`not measured: ${corpus}`);
} else {
  const wanted = flags.only?.split(",") ?? Object.keys(encoderRows);
  const busy = loadavg()[0]!;
  console.log(
    `${cpus()[0]?.model}, ${cpus().length} cores, load ${busy.toFixed(1)}; ${flags.threads} threads; CoNLL-03 train`,
  );
  if (busy > cpus().length / 2)
    console.log("the machine is busy: words per processor second say more than those per second");
  console.log(
    "\n           trained: words/s  (per processor s)   encoded: words/s  (per processor s)   prepared     weights",
  );
  for (const name of wanted) {
    const row = encoderRows[name];
    if (row === undefined)
      throw new Error(`no encoder "${name}"; there are ${Object.keys(encoderRows).join(", ")}`);
    const measured = await measureEncoder(row, corpus, {
      threads: Number(flags.threads),
      spinning: !flags["no-spinning"],
      seconds: Number(flags.seconds),
      ...(flags.profile === undefined ? {} : { profile: flags.profile }),
    });
    console.log(`${name.padEnd(11)}${shown(measured)}   ${row.title}${aimed(measured, row.aim)}`);
  }
  if (flags.only === undefined || wanted.includes("transformer")) {
    console.log("");
    await reportInference(corpus, {
      threads: Number(flags.threads),
      spinning: !flags["no-spinning"],
      blocks: 5,
      sentences: 128,
    });
  }
}

function shown({ train, encode, prepare, parameters }: Measured): string {
  const whole = (value: number) => Math.round(value).toLocaleString("en");
  const speed = ({ wall, processor }: Speed) =>
    `${whole(wall).padStart(16)} ${`(${whole(processor)})`.padStart(19)}`;
  return `${speed(train)} ${speed(encode)} ${whole(prepare).padStart(11)} ${whole(parameters).padStart(11)}`;
}

function aimed({ train, encode }: Measured, aim: { train: number; encode: number } | undefined): string {
  if (aim === undefined) return "";
  const met = train.wall >= aim.train && encode.wall >= aim.encode;
  return met ? ": aim met" : `: aim ${aim.train.toLocaleString("en")} / ${aim.encode.toLocaleString("en")}`;
}
