/** Whether a text can be written as UTF-8 without loss: it has no unpaired surrogate. */
export function isWellFormed(text: string): boolean {
  return !/\p{Cs}/u.test(text);
}
