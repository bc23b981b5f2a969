export { createReviewServer, type ReviewServerOptions } from "./create-review-server.ts";
