export { AnswerPool, type AnswerPoolOptions } from "./answer-pool.ts";
export { type AnswerTag, answerTag } from "./answer-tag.ts";
export {
  AnswerThread,
  type AnswerThreadOptions,
  type ThreadData,
  type ThreadModel,
} from "./answer-thread.ts";
export { type ModelCard, modelCard, modelCardOf } from "./model-card.ts";
export { type PredictionServerOptions, predictionServer } from "./prediction-server.ts";
export { type ServeLimits, serveLimits } from "./serve-limits.ts";
export { ServeMetrics } from "./serve-metrics.ts";
export { type Predicting, type StartPredictingOptions, startPredicting } from "./start-predicting.ts";
export { type TagRequest, type TagResponse, type TagResult, tagRequest, tagResponse } from "./tag-api.ts";
export { TagQueue } from "./tag-queue.ts";
export { textResult, wordsResult } from "./tag-result.ts";
