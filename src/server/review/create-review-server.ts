import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createServer, type Server, type ServerOptions, serveFile, serveFiles } from "../http/index.ts";
import { eventOf, standing } from "./decision-events.ts";
import { EventStream } from "./event-stream.ts";
import { addExportRoute } from "./export-route.ts";
import { openReview } from "./open-review.ts";
import { Review } from "./review.ts";
import { addReviewRoutes } from "./review-routes.ts";

export interface ReviewServerOptions extends ServerOptions {
  /** The folder of the audit. */
  readonly dir: string;
  /** Who decides where a window does not say. */
  readonly user: string;
  /** The audited files, if they are not where they were. */
  readonly data?: readonly string[] | undefined;
  /** The folder of the page; that of the package unless told. */
  readonly app?: string;
}

/** Opens the review of an audit and makes the server for it; it is not listening yet. Closing the server closes the review. */
export async function createReviewServer({
  dir,
  user,
  data,
  app = builtApp(),
  ...options
}: ReviewServerOptions): Promise<Server> {
  const server = createServer({ cookie: true, ...options });
  const db = await openReview(dir, data === undefined ? {} : { data });
  const events = new EventStream();
  const review = new Review(db, { onEntry: (entry) => events.send(eventOf(entry, standing(db))) });
  // Before the server waits for requests under way: a stream of events is one that never ends.
  server.addHook("preClose", async () => events.close());
  server.addHook("onClose", async () => {
    db.close();
  });
  addReviewRoutes(server, { review, events, user });
  addExportRoute(server, db);
  if (existsSync(app)) serveFiles(server, app);
  else serveFile(server, "/", "The page of the review is not built: run `npm run build`.\n", ".txt");
  return server;
}

/** Where the build puts the page: `dist/app`, two folders above this file's in `dist/`. */
function builtApp(): string {
  return fileURLToPath(new URL("../../app", import.meta.url));
}
