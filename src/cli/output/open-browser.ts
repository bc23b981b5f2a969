import { spawn } from "node:child_process";

/** Shows an address in the user's browser, if there is one; what goes wrong does not matter, for the address is printed too. */
export function openBrowser(address: string): void {
  const [program, ...args] = openers.get(process.platform) ?? ["xdg-open"];
  const child = spawn(program!, [...args, address], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}

const openers: ReadonlyMap<NodeJS.Platform, readonly string[]> = new Map([
  ["darwin", ["open"]],
  // `start` takes its first argument in quotes for a title.
  ["win32", ["cmd", "/c", "start", '""']],
]);
