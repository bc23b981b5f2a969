import { InvalidArgumentError } from "commander";
import { wholeNumber } from "./corpus-options.ts";

/** For options that take a port: 0 … 65535. */
export function portNumber(text: string): number {
  const value = wholeNumber(text);
  if (value < 0 || value > 65_535) throw new InvalidArgumentError("it must lie between 0 and 65535.");
  return value;
}
