// `npm run check:encoders`: states of the real encoders against their expected.json, made with Hugging Face in float64.
//   --threads 2
import { parseArgs } from "node:util";
import { encoderParity, isThere, LARGEST_GAP, realEncoders } from "./encoders/parity.ts";

const { values: flags } = parseArgs({ options: { threads: { type: "string", default: "2" } } });

console.log("encoder       sentences  pieces  ids    largest gap: value  sum or mean   wanted");
let missed = 0;
for (const name of realEncoders) {
  if (!isThere(name)) {
    missed++;
    console.log(`${name.padEnd(13)} not compared: there is no such folder (set LACUNA_ENCODERS)`);
    continue;
  }
  const { sentences, pieces, sameIds, value, total } = await encoderParity(name, Number(flags.threads));
  const isMet = sameIds && Math.max(value, total) <= LARGEST_GAP;
  if (!isMet) missed++;
  const counts = `${String(sentences).padStart(9)} ${String(pieces).padStart(7)}  ${sameIds ? "same " : "OTHER"}`;
  const gaps = `${value.toExponential(1).padStart(18)}  ${total.toExponential(1).padStart(11)}`;
  console.log(`${name.padEnd(13)} ${counts}  ${gaps}   ≤ ${LARGEST_GAP}: ${isMet ? "met" : "MISSED"}`);
}
if (missed > 0) process.exitCode = 1;
