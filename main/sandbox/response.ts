import { STATUS_CODES } from 'node:http';

/** What an operation answers; an expected refusal is an answer like any other. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export function answer(data: unknown, status = 200): Answer {
  return { status, body: { data } };
}

/** platform-interface 7, shape A. */
export function refusal(status: number, title: string, headers?: Readonly<Record<string, string>>): Answer {
  return headers === undefined
    ? { status, body: { title, status } }
    : { status, body: { title, status }, headers };
}

/** platform-interface 7, shape B: seen on delete and remove operations. */
export function refusalB(status: number, message: string): Answer {
  return { status, body: { message, status } };
}

export function titleOf(status: number): string {
  return STATUS_CODES[status] ?? 'Error';
}
