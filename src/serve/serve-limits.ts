/** What one request to the prediction server may hold, and how much may wait. */
export interface ServeLimits {
  /** Texts, or sentences of words, in one request. */
  readonly texts: number;
  /** UTF-16 units of one text. */
  readonly textLength: number;
  /** Words of one sentence that comes as words. (A text is cut into sentences by the server, and long ones are cut again.) */
  readonly sentenceWords: number;
  /** Requests that wait or are computed at a time; more are answered 429. */
  readonly queuedRequests: number;
  /** UTF-16 units of all of these together. */
  readonly queuedLength: number;
}

export const serveLimits: ServeLimits = Object.freeze({
  texts: 256,
  textLength: 100_000,
  sentenceWords: 2000,
  queuedRequests: 1000,
  queuedLength: 4_000_000,
});
