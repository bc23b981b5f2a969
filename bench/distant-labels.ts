// `npm run check:distant`: labels three corpora by dictionary and compares with the published distant labels.
import { distantCases, missingData, reproduceDistant } from "./data/reproduce-distant.ts";

const missing = missingData();
if (missing !== undefined) {
  console.error(`cannot check the distant labels: ${missing}`);
  process.exit(1);
}

const percent = (value: number) => value.toFixed(2).padStart(6);
console.log("set      compared with  options          P       R      F1   wanted");
let missed = 0;
for (const example of distantCases) {
  const found = await reproduceDistant(example);
  const isMet = example.isMet(found);
  if (!isMet) missed++;
  const shares = [found.precision, found.recall, found.f1].map(percent).join("  ");
  console.log(
    `${example.set.padEnd(8)} ${example.truth.padEnd(13)}  ${example.name.padEnd(14)} ${shares}   ${example.target}: ${isMet ? "met" : "MISSED"}`,
  );
}
if (missed > 0) process.exitCode = 1;
