/** What a key can do on the review page. `label-1` to `label-9` are the types in their order. */
export type Command =
  | "accept"
  | "reject"
  | "reopen"
  | "undo"
  | "accept-all"
  | "reject-all"
  | "next"
  | "previous"
  | "page-down"
  | "page-up"
  | "first"
  | "last"
  | "start-earlier"
  | "start-later"
  | "end-later"
  | "end-earlier"
  | "earlier"
  | "later"
  | "add"
  | "pick-type"
  | "search"
  | "help"
  | "cancel"
  | `label-${number}`;

export interface Binding {
  readonly keys: readonly string[];
  readonly command: Command;
  readonly says: string;
  readonly group: "Decide" | "Edit" | "Move";
  /** Only while a new entity is being placed. */
  readonly only?: "adding";
}

/** The key bindings of the review page, and of its help. */
export const bindings: readonly Binding[] = [
  {
    keys: ["a", "Enter"],
    command: "accept",
    says: "accept, with your changes",
    group: "Decide",
  },
  { keys: ["r"], command: "reject", says: "reject", group: "Decide" },
  {
    keys: ["b"],
    command: "accept-all",
    says: "accept all open ones with the same words and type",
    group: "Decide",
  },
  {
    keys: ["B"],
    command: "reject-all",
    says: "reject all open ones with the same words and type",
    group: "Decide",
  },
  { keys: ["o"], command: "reopen", says: "reopen", group: "Decide" },
  { keys: ["u"], command: "undo", says: "undo your last step", group: "Decide" },
  ...Array.from(
    { length: 9 },
    (_, i): Binding => ({
      keys: [String(i + 1)],
      command: `label-${i + 1}`,
      says: "change the type",
      group: "Edit",
    }),
  ),
  { keys: ["t"], command: "pick-type", says: "choose among all types", group: "Edit" },
  { keys: ["["], command: "start-earlier", says: "start one word earlier", group: "Edit" },
  { keys: ["{"], command: "start-later", says: "start one word later", group: "Edit" },
  { keys: ["]", "Shift+End-ward"], command: "end-later", says: "end one word later", group: "Edit" },
  { keys: ["}", "Shift+Start-ward"], command: "end-earlier", says: "end one word earlier", group: "Edit" },
  { keys: ["n"], command: "add", says: "add an entity that nobody suggested", group: "Edit" },
  { keys: ["Start-ward"], command: "earlier", says: "move the new entity", group: "Edit", only: "adding" },
  { keys: ["End-ward"], command: "later", says: "move the new entity", group: "Edit", only: "adding" },
  { keys: ["Escape"], command: "cancel", says: "drop your changes", group: "Edit" },
  { keys: ["j", "ArrowDown", "End-ward"], command: "next", says: "next", group: "Move" },
  { keys: ["k", "ArrowUp", "Start-ward"], command: "previous", says: "previous", group: "Move" },
  { keys: ["PageDown"], command: "page-down", says: "ten down", group: "Move" },
  { keys: ["PageUp"], command: "page-up", says: "ten up", group: "Move" },
  { keys: ["Home"], command: "first", says: "first", group: "Move" },
  { keys: ["End"], command: "last", says: "last", group: "Move" },
  { keys: ["/"], command: "search", says: "search", group: "Move" },
  { keys: ["?"], command: "help", says: "this help", group: "Move" },
];

/** The part of a keyboard event that matters. */
export interface Pressed {
  readonly key: string;
  readonly code: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

/** The command of a key press; undefined if it has none and belongs to the browser. */
export function commandFor(
  pressed: Pressed,
  { dir, isAdding }: { dir: "ltr" | "rtl"; isAdding: boolean },
): Command | undefined {
  const name = keyName(pressed, dir);
  const fitting = bindings.filter(({ keys }) => name !== undefined && keys.includes(name));
  const binding = fitting.find(({ only }) => only === "adding") ?? undefined;
  if (isAdding && binding !== undefined) return binding.command;
  return fitting.find(({ only }) => only === undefined)?.command;
}

/** The name of a key in the table of bindings, whatever the keyboard: caps lock and other scripts do not matter. */
function keyName(pressed: Pressed, dir: "ltr" | "rtl"): string | undefined {
  const { key, shiftKey, ctrlKey, altKey, metaKey } = pressed;
  // On some keyboards brackets need AltGr, which reads as Ctrl and Alt together.
  if ("[]{}".includes(key) && ctrlKey === altKey && !metaKey) return key;
  if (ctrlKey || altKey || metaKey) return undefined;
  if (key === "ArrowLeft" || key === "ArrowRight") {
    const side = (key === "ArrowRight") === (dir === "ltr") ? "End-ward" : "Start-ward";
    return shiftKey ? `Shift+${side}` : side;
  }
  if (key.length > 1) return shiftKey ? `Shift+${key}` : key;
  const sign = isAscii(key) ? key : (signOf(pressed.code, shiftKey) ?? key);
  if (/^[a-z]$/i.test(sign)) return shiftKey ? sign.toUpperCase() : sign.toLowerCase();
  return sign;
}

function isAscii(key: string): boolean {
  return key.length === 1 && key.charCodeAt(0) < 128;
}

/** The character of a physical key on a US keyboard. */
function signOf(code: string, shift: boolean): string | undefined {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter !== undefined) return letter.toLowerCase();
  const digit = /^Digit([1-9])$/.exec(code)?.[1];
  if (digit !== undefined) return digit;
  if (code === "BracketLeft") return shift ? "{" : "[";
  if (code === "BracketRight") return shift ? "}" : "]";
  if (code === "Slash") return shift ? "?" : "/";
  return undefined;
}
