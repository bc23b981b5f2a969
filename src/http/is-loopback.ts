import { isIP } from "node:net";

/** Whether an address can only be reached from this machine. */
export function isLoopback(host: string): boolean {
  const name = bare(host);
  if (name === "localhost" || name.endsWith(".localhost")) return true;
  if (isIP(name) === 4) return name.startsWith("127.");
  return name === "::1" || name.startsWith("::ffff:127.");
}

/** Whether it is an address in numbers, which no name server can point elsewhere. */
export function isAddress(host: string): boolean {
  return isIP(bare(host)) !== 0;
}

/** A host in lower case, without the brackets of an IPv6 address or the dot that may end a name. */
export function bare(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "");
}
