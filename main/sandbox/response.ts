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

export function statusTitle(status: number): string {
  return STATUS_CODES[status] ?? 'Error';
}
