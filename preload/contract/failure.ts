/**
 * The closed set of ways in which something expected can go wrong. The window turns a code into words and an action;
 * the command line turns it into an exit code. An exception that is not a Failure is a bug.
 */
export const failureCodes = [
  // What the person gave us
  'bad-input', // an argument, a setting, a CSV
  'profile-invalid', // the interface profile does not fit its schema
  'url-insecure', // http to a host that is not this computer
  'key-missing',
  'key-malformed',
  // Evidence on disk
  'path-missing',
  'path-unreadable',
  'path-not-a-file', // a device, socket or pipe
  'nothing-to-send',
  'file-too-large', // platform-interface 8
  'file-changed', // size, time or identity moved while it was sent
  // The store
  'store-locked', // another engine holds it
  'store-newer', // written by a later Lading
  'store-read-only',
  'store-damaged',
  'disk-full',
  // The platform
  'key-refused', // 401
  'forbidden', // 403
  'not-found', // 404
  'cap-reached', // 422
  'refused', // any other 4xx, with the service's words
  'unexpected-answer', // HTML, empty, or not what the schema says
  'unreachable', // network, 408, 429 or 5xx, after the caller stopped waiting
  'outcome-unknown', // sent, and no answer that says whether it was done
  'hash-mismatch', // what arrived is not what was sent
  // The person or the system stopped it
  'stopped',
  'not-known', // an upload, receipt or item that the store does not have
] as const;

export type FailureCode = (typeof failureCodes)[number];

export interface Failure {
  readonly code: FailureCode;
  /** For people: what happened, to which thing, and what to do. Never a key, never a URL's query, never a stack. */
  readonly message: string;
  /** The platform's operation, e.g. PostDatasetFile, when one was involved. */
  readonly operation?: string;
  /** The HTTP status, when one was received. */
  readonly status?: number;
  /** The file or folder, when one was involved. */
  readonly path?: string;
}

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure };

export function success<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function failure(
  code: FailureCode,
  message: string,
  details: Omit<Failure, 'code' | 'message'> = {},
): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure: { code, message, ...details } };
}
