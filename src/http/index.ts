export { createServer, type ServerOptions, serverLimits } from "./create-server.ts";
export { HttpError } from "./http-error.ts";
export { isLoopback } from "./is-loopback.ts";
export { listen } from "./listen.ts";
export { addOpenApi, errorShape } from "./open-api.ts";
export { runUntilStopped } from "./run-until-stopped.ts";
export { serveFile, serveFiles } from "./serve-files.ts";
export type { Server } from "./server.ts";
