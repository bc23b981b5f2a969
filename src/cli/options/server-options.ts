import { type Command, InvalidArgumentError, Option } from "commander";
import { isLoopback } from "../../http/index.ts";
import { printable } from "../output/printable.ts";
import { wholeNumber } from "./numbers.ts";

/** What every command that listens lets the user say about it. */
export interface ServerFlags {
  readonly host: string;
  readonly port: number;
  readonly token?: string;
  readonly allowHost: readonly string[];
  readonly json?: boolean;
}

export function addServerOptions(command: Command, port: number): Command {
  return command
    .option("--host <address>", "address to listen on; one that others can reach needs a token", "127.0.0.1")
    .option("--port <n>", "port to listen on; 0 for any free one", portNumber, port)
    .option("--token <text>", "what clients must know (default: LACUNA_TOKEN)")
    .addOption(
      new Option("--allow-host <name...>", "further host names that clients may use for this server").default(
        [],
        "none",
      ),
    )
    .option("--json", "print one JSON event per line: the address once it listens, then what happens");
}

/** What the options say about a server, for `createServer`. */
export function serverOptions({ host, token, allowHost, json = false }: ServerFlags) {
  return {
    host,
    token: token ?? (process.env.LACUNA_TOKEN || undefined),
    allowedHosts: allowHost,
    onBug: (error: unknown, { method, url }: { readonly method: string; readonly url: string }) =>
      console.error(
        json
          ? JSON.stringify({ kind: "error", method, url, error: stackOf(error) })
          : printable(`${method} ${url}: ${stackOf(error)}`),
      ),
  };
}

/** What happens to a server: for a program with `--json`, else for a person. */
export function announce(json: boolean | undefined, event: object, ...lines: string[]): void {
  if (json) console.log(JSON.stringify(event));
  else for (const line of lines) console.log(printable(line));
}

/** Where a server can be reached, and how it is ended. */
export function listeningLine(address: string, host: string): string {
  return `listening on ${address}${isLoopback(host) ? "" : ", reachable by others"}; Ctrl+C ends it`;
}

/** All that is known of an error of ours. */
export function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function portNumber(text: string): number {
  const value = wholeNumber(text);
  if (value < 0 || value > 65_535) throw new InvalidArgumentError("it must lie between 0 and 65535.");
  return value;
}
