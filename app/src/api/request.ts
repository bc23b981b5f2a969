/** An error that the server answered with. */
export class ApiError extends Error {
  readonly code: string;
  readonly hint: string | undefined;

  constructor(code: string, message: string, hint?: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

/** Asks the server for JSON; throws an `ApiError` if it refuses or cannot be reached. */
export async function request<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
  } catch {
    throw new ApiError("unreachable", "the server does not answer", "is `lacuna review` still running?");
  }
  const value = await response.json().catch(() => undefined);
  if (response.ok && value !== undefined) return value as T;
  const error = (value as { error?: { code?: string; message?: string; hint?: string } } | undefined)?.error;
  throw new ApiError(
    error?.code ?? String(response.status),
    error?.message ?? `the server answered ${response.status}`,
    error?.hint,
  );
}

/** A URL with a query; undefined and empty values are left out. */
export function withQuery(
  path: string,
  query: Readonly<Record<string, string | number | undefined>>,
): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") params.set(key, String(value));
  }
  return params.size === 0 ? path : `${path}?${params}`;
}
