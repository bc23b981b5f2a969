export { AnswerPool } from "./answer-pool.ts";
export { AnswerProcess } from "./answer-process.ts";
export { modelCardOf } from "./model-card.ts";
export { predictionServer } from "./prediction-server.ts";
export { serveLimits } from "./serve-limits.ts";
export { ServeMetrics } from "./serve-metrics.ts";
export { startPredicting } from "./start-predicting.ts";
export type { TagRequest } from "./tag-api.ts";
export { TagQueue } from "./tag-queue.ts";
