import { UserError } from "../errors.ts";
import type { Server } from "./server.ts";

/** Servers that have listened, or tried to, before. */
const closesGently = new WeakSet<Server>();

/** Starts to accept connections; gives the address. Port 0 takes any free one. From then on, closing loses no request. */
export async function listen(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<string> {
  if (!closesGently.has(server)) {
    closesGently.add(server);
    // The last of these hooks: streams that never end by themselves are ended by earlier ones.
    server.addHook("preClose", () => server.traffic.end());
  }
  try {
    return await server.listen({ host, port });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reason = reasons.get(code ?? "");
    if (reason === undefined) throw cause;
    throw new UserError(`cannot listen on "${host}", port ${port}: ${reason}`, {
      hint: "choose another with --host and --port",
      cause,
    });
  }
}

const reasons: ReadonlyMap<string, string> = new Map([
  ["EADDRINUSE", "something else listens there"],
  ["EACCES", "this user may not"],
  ["EADDRNOTAVAIL", "this machine has no such address"],
  ["ENOTFOUND", "there is no host of that name"],
]);
