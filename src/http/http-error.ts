/** What a request did wrong, or why it cannot be served now: its status, a code for programs, a message for people. */
export class HttpError extends Error {
  override name = "HttpError";
  readonly status: number;
  /** Stable and in kebab case: what a program looks at. */
  readonly code: string;
  readonly hint: string | undefined;
  /** Seconds after which it is worth trying again. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    { hint, retryAfter, cause }: { hint?: string; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.hint = hint;
    this.retryAfter = retryAfter;
  }
}

/** What every answer that is not a success looks like. */
interface ErrorBody {
  readonly error: { readonly code: string; readonly message: string; readonly hint?: string };
}

export function errorBody({ code, message, hint }: Pick<HttpError, "code" | "message" | "hint">): ErrorBody {
  return { error: { code, message, ...(hint !== undefined && { hint }) } };
}
