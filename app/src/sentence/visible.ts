/** Text in which control characters and direction overrides, which could reorder or hide the rest, are visible. */
export function visible(text: string): string {
  return text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    /[\u0000-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2028\u2029\u2066-\u2069]/g,
    (sign) => (sign === "\n" ? sign : sign === "\t" || sign === "\r" ? " " : "\u2423"),
  );
}
