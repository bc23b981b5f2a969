/** Control characters, and those that turn the direction of what follows; the line break is allowed. */
const unsafe = /(?!\n)[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** Text from a file or a command line made safe to print: what could steer a terminal becomes a visible escape. */
export function printable(text: string): string {
  return text.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
