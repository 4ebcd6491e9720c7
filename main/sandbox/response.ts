import { STATUS_CODES } from 'node:http';

/** What an operation answers; an expected refusal is an answer like any other. */
export interface ApiResponse {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export function dataResponse(data: unknown, status = 200): ApiResponse {
  return { status, body: { data } };
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

/** platform-interface 7, shape B: seen on delete and remove operations. */
export function messageErrorResponse(status: number, message: string): ApiResponse {
  return { status, body: { message, status } };
}

export function statusTitle(status: number): string {
  return STATUS_CODES[status] ?? 'Error';
}
