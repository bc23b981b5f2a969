export type { HostRules } from "./check-host.ts";
export {
  createServer,
  type Server,
  type ServerLimits,
  type ServerOptions,
  serverLimits,
} from "./create-server.ts";
export { type ErrorBody, HttpError } from "./http-error.ts";
export { isLoopback } from "./is-loopback.ts";
export { listen } from "./listen.ts";
export { addOpenApi, errorShape } from "./open-api.ts";
export { runUntilStopped, type StopOptions } from "./run-until-stopped.ts";
export { serveFile, serveFiles } from "./serve-files.ts";
