import type { UserError } from "../errors.ts";

/** A failure that may pass by itself. `error` is what the user sees if it does not. */
export class TransientFailure extends Error {
  override name = "TransientFailure";
  readonly error: UserError;
  /** How many milliseconds the server asks to wait. */
  readonly retryAfter: number | undefined;

  constructor(error: UserError, retryAfter?: number) {
    super(error.message, { cause: error });
    this.error = error;
    this.retryAfter = retryAfter;
  }
}
