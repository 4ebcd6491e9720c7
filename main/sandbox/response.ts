import { STATUS_CODES } from 'node:http';

/** The response of an operation; an expected error is a response like any other. */
export interface ApiResponse {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export function dataResponse(data: unknown, status = 200): ApiResponse {
  return { status, body: { data } };
}

/** What a deletion that succeeded answers is not shown (platform-interface 4.2). */
export function emptyResponse(): ApiResponse {
  return { status: 204, body: undefined };
}

/** platform-interface 7, shape A. */
export function errorResponse(
  status: number,
  title: string,
  headers?: Readonly<Record<string, string>>,
): ApiResponse {
  return headers === undefined
    ? { status, body: { title, status } }
    : { status, body: { title, status }, headers };
}

/** platform-interface 7, shape B: used by operations that delete or remove. */
export function messageErrorResponse(status: number, message: string): ApiResponse {
  return { status, body: { message, status } };
}

/** For a request that no operation handled. */
export function unhandledResponse(method: string, status: number, title: string): ApiResponse {
  return method === 'DELETE' && status === 404
    ? messageErrorResponse(status, title)
    : errorResponse(status, title);
}

/** platform-interface 7: a deletion that the caller may ask for, but that fails, is reported in shape B. */
export function deletionResponse(answer: ApiResponse): ApiResponse {
  const { status, body } = answer;
  return status >= 400 && status !== 403 && typeof body === 'object' && body !== null && 'title' in body
    ? messageErrorResponse(status, String(body.title))
    : answer;
}

/** platform-interface 7.5. */
export function rateLimitedResponse(title: string, waitMs: number): ApiResponse {
  return errorResponse(429, title, { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))) });
}

export function statusTitle(status: number): string {
  return STATUS_CODES[status] ?? 'Error';
}
