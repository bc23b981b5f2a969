import { InvalidArgumentError } from "commander";

// How options read numbers: each gives the number, or says what it must be.

/** A whole number, such as a seed. */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isSafeInteger(value))
    throw new InvalidArgumentError("it must be a whole number.");
  return value;
}

/** A whole number of at least 1. */
export function positiveWhole(text: string): number {
  const value = wholeNumber(text);
  if (value < 1) throw new InvalidArgumentError("it must be at least 1.");
  return value;
}

/** A number above 0, such as minutes. */
export function positiveNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value > 0 && value < Infinity)) {
    throw new InvalidArgumentError("it must be a number above 0.");
  }
  return value;
}

/** A number between 0 and 1. */
export function probability(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value >= 0 && value <= 1))
    throw new InvalidArgumentError("it must lie between 0 and 1.");
  return value;
}

/** A time in seconds, of a day at most. */
export function seconds(text: string): number {
  const value = secondsOrNone(text);
  if (value === 0) throw new InvalidArgumentError("it must be a number of seconds above 0, a day at most.");
  return value;
}

/** A time in seconds, of a day at most; 0 for none. */
export function secondsOrNone(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value >= 0 && value <= 86_400)) {
    throw new InvalidArgumentError("it must be a number of seconds, a day at most.");
  }
  return value;
}
