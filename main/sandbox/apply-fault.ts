import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from './faults.ts';
import {
  type ApiResponse,
  dataResponse,
  errorResponse,
  messageErrorResponse,
  statusTitle,
} from './response.ts';

/** What happens after a fault: the request is handled, the connection is closed, or a response is sent instead. */
export type FaultOutcome =
  | { readonly kind: 'continue' }
  | { readonly kind: 'disconnected' }
  | { readonly kind: 'respond'; readonly response: ApiResponse };

/** A connection that isn't read doesn't report that its client went away, so stalls end at some point. */
const maxStallMs = 600_000;

const signInPage =
  '<!doctype html><html><head><title>Sign in</title></head><body><h1>Network sign-in</h1></body></html>';

/**
 * Applies the faults that replace the handling of a request. The others are applied where the request is
 * handled.
 */
export async function applyFault(
  fault: Fault,
  raw: IncomingMessage,
  onBytes: (totalBytes: number) => void,
): Promise<FaultOutcome> {
  const disconnect = (): FaultOutcome => {
    raw.socket.destroy();
    return { kind: 'disconnected' };
  };
  switch (fault.kind) {
    case 'drop-before':
      return disconnect();
    case 'drop-during':
      await drain(
        raw,
        onBytes,
        fault.afterBytes ?? Math.floor(Number(raw.headers['content-length'] ?? 0) / 2),
      );
      return disconnect();
    case 'drop-after':
      await drain(raw, onBytes);
      return disconnect();
    case 'reset':
      if (fault.afterBytes !== undefined) await drain(raw, onBytes, fault.afterBytes);
      raw.socket.resetAndDestroy();
      return { kind: 'disconnected' };
    case 'stall': {
      if (fault.after === 'body') await drain(raw, onBytes);
      // A body that nobody reads is late because of the fault.
      raw.socket.setTimeout(0);
      const abandoned = new AbortController();
      raw.socket.once('close', () => abandoned.abort());
      if (raw.socket.destroyed) abandoned.abort();
      await wait(fault.ms ?? maxStallMs, undefined, { signal: abandoned.signal }).catch(() => undefined);
      return disconnect();
    }
    case 'status':
      if (fault.early !== true) await drain(raw, onBytes);
      return { kind: 'respond', response: statusResponse(fault) };
    case 'html':
      await drain(raw, onBytes);
      return {
        kind: 'respond',
        response: { status: fault.status ?? 200, body: signInPage, headers: { 'content-type': 'text/html' } },
      };
    case 'delay':
      await wait(fault.ms);
      return { kind: 'continue' };
    case 'expired-url':
    case 'lost-answer':
    case 'wrong-etag':
    case 'slow':
    case 'truncated-json':
    case 'answer':
    case 'state':
    case 'slow-assembly':
      return { kind: 'continue' };
  }
}

/** Applies the faults that replace an operation's response. */
export async function respondWithFault(
  fault: Fault | undefined,
  sourceFileId: number | null,
  handle: () => ApiResponse | Promise<ApiResponse>,
): Promise<ApiResponse> {
  if (fault?.kind !== 'answer' && fault?.kind !== 'state') return handle();
  if (fault.handled === true) await handle();
  if (fault.kind === 'answer') return { status: fault.status, body: fault.body };
  const { state, message } = fault;
  return dataResponse({ id: sourceFileId, state, ...(message === undefined ? {} : { message }) });
}

function statusResponse(fault: Extract<Fault, { kind: 'status' }>): ApiResponse {
  const { status, retryAfter } = fault;
  const title = fault.title ?? statusTitle(status);
  const headers: Record<string, string> = {};
  if (retryAfter === 'date') headers['retry-after'] = new Date(Date.now() + 2000).toUTCString();
  else if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter);
  switch (fault.body) {
    case 'json-b':
      return { ...messageErrorResponse(status, title), headers };
    case 'html':
      return { status, body: signInPage, headers: { ...headers, 'content-type': 'text/html' } };
    case 'empty':
      return { status, body: undefined, headers };
    case 'json-a':
    case undefined:
      return errorResponse(status, title, headers);
  }
}

/** Reads and discards the body, up to its end, `upToBytes` or the end of the connection. */
function drain(
  raw: IncomingMessage,
  onBytes: (totalBytes: number) => void,
  upToBytes?: number,
): Promise<void> {
  return new Promise((resolve) => {
    if (upToBytes === 0 || raw.readableEnded || raw.destroyed) return resolve();
    let totalBytes = 0;
    raw.on('data', (chunk: Buffer) => {
      totalBytes += chunk.length;
      onBytes(totalBytes);
      if (upToBytes !== undefined && totalBytes >= upToBytes) {
        raw.pause();
        resolve();
      }
    });
    raw.on('end', resolve);
    raw.on('error', () => resolve());
    raw.on('close', () => resolve());
  });
}

/** The text in ten pieces per second. */
export function throttledStream(text: string, bytesPerSecond: number): Readable {
  const bytes = Buffer.from(text);
  const piece = Math.max(1, Math.floor(bytesPerSecond / 10));
  return Readable.from(
    (async function* () {
      for (let from = 0; from < bytes.length; from += piece) {
        yield bytes.subarray(from, from + piece);
        await wait((Math.min(piece, bytes.length - from) / bytesPerSecond) * 1000);
      }
    })(),
  );
}
